import { KeyService } from '@quarry/application/access';
import type { Platform } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { startGateway } from '../api/gateway-under-test';
import { TestRedis } from '../redis/redis-server';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { builtConsole } from './built-console';
import { describeInBrowser, shot } from './in-browser';

describeInBrowser('the queue dashboard in the console', (browser) => {
  let redis: TestRedis;
  let fixture: IndexedFixture;
  let gateway: Running & { readonly url: string };
  let key: string;
  beforeAll(async () => {
    builtConsole();
    [redis, fixture] = await Promise.all([TestRedis.start(), indexFixture('test/fixtures/dotnet-shop/app')]);
    let platform: Platform | undefined;
    const settings = { carrier: 'bullmq', redisUrl: redis.url, apiKeys: { 'first-key': 'ops' } } as const;
    gateway = await startGateway(fixture.dataDir, settings, (opened) => (platform = opened));
    if (!platform) throw new Error('The gateway opened no stores.');
    const made = await new KeyService(platform.recordStore).create({
      ...{
        name: 'test',
        tenant: 'ops',
        role: 'operator',
        pipelines: null,
        repositories: null,
        expiresAt: null,
      },
      limits: { requestsPerMinute: null, tokensPerDay: null, costPerDay: null },
    });
    key = made.key;
  }, 180_000);
  afterAll(async () => {
    await gateway.close();
    await redis.stop();
    await fixture.remove();
  });

  it('opens at the press of its button', async () => {
    const page = await browser.page();
    await page.goto(`${gateway.url}/operations`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const [dashboard] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Queue dashboard' }).click(),
    ]);
    await dashboard.waitForURL(`${gateway.url}/queues/**`);
    await dashboard.getByText('answerer').first().waitFor();
    await shot(dashboard, 'queue-dashboard');
    await dashboard.close();
    await page.close();
  });
});
