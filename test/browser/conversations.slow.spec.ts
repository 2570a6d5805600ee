import { readFileSync } from 'node:fs';
import { call } from '../api/gateway-under-test';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { expectAccessible, expectNoSideScroll, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, QUESTION } from './pages-under-test';

const OTHER = 'What were the net sales of Survey in 2023?';

describeInBrowser('the list of conversations', (browser) => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole();
    for (const question of [QUESTION, OTHER])
      await call(console.url, 'POST /v1/turns', { body: { question, wait: true } });
  });
  afterAll(() => console.close());

  it('searches, exports, opens and deletes them', async () => {
    const page = await browser.page();
    await page.goto(`${console.url}/ask`);
    await page.getByRole('link', { name: 'All conversations' }).click();
    const list = page.getByRole('list', { name: 'Conversations' });
    await soon(async () => {
      expect(await list.getByRole('listitem').count()).toBe(2);
    });
    await expectAccessible(page);
    await shot(page, 'conversations');
    await page.getByLabel('Words').fill('survey SALES');
    await soon(async () => {
      expect(await list.getByRole('listitem').count()).toBe(1);
    });
    await page.getByLabel('Words').fill('');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Markdown of: ${QUESTION}` }).click(),
    ]);
    const text = readFileSync(await saved.path(), 'utf8');
    expect(text).toMatch(
      /^## What happens to stock[\s\S]*puts every item back on stock[\s\S]*Sources:\n\n- \[\d+\] /,
    );
    await page.getByRole('button', { name: `Delete: ${OTHER}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await soon(async () => {
      expect(await list.getByRole('listitem').count()).toBe(1);
    });
    await list.getByRole('button', { name: new RegExp(`^${QUESTION.slice(0, 20)}`) }).click();
    await page.getByRole('heading', { name: QUESTION }).waitFor();
    await page.close();
  });

  it('is whole on a phone and in the dark', async () => {
    const page = await browser.page({ ...PHONE, colorScheme: 'dark' });
    await page.goto(`${console.url}/conversations`);
    await page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').first().waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await shot(page, 'conversations-on-a-phone');
    await page.close();
  });
});
