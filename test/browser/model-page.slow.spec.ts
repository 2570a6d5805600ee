import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { expectAccessible, expectNoSideScroll } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, startPages, type PagesUnderTest } from './pages-under-test';
import type { Page } from 'playwright-core';

const PAGE = '/operations?view=model';

describeInBrowser('the page of the language model', (browser) => {
  let at: PagesUnderTest;
  let folder: string;
  let server: ScriptedModel;
  const before = process.env['QUARRY_SETTINGS'];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-model-page-'));
    process.env['QUARRY_SETTINGS'] = join(folder, 'settings.env');
    server = await startScriptedModel({ replies: () => 'ready', apiKey: 'sesame', models: ['qwen3:8b'] });
    at = await startPages(browser, { webhookAllowPrivate: 'on' });
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['QUARRY_SETTINGS'];
    else process.env['QUARRY_SETTINGS'] = before;
    await at.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** The page as the person who started the gateway sees it. */
  const asOwner = async (options = {}): Promise<Page> => {
    const page = await at.open('/ask', options);
    await page.goto(`${at.url}/#start=${at.invite()}`);
    await page.waitForURL((url) => url.hash === '');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(at.url + PAGE);
    return page;
  };

  it('says which model is used, and leaves another one to the owner', async () => {
    const page = await at.open(PAGE);
    await page.getByText('scripted-1 · ').waitFor();
    await page.getByRole('button', { name: 'Find models' }).click();
    await page.getByRole('alert').getByText('Only the person who started this gateway').waitFor();
    await expectAccessible(page);
    await page.close();
  });

  it('finds the models of a server, tries one, stores it, and deletes it', async () => {
    const page = await asOwner();
    await page.getByLabel('Base URL').fill(server.baseUrl);
    await page.getByRole('button', { name: 'Find models' }).click();
    await page.getByRole('alert').getByText('it needs a valid API key').waitFor();
    await page.getByLabel('API key').fill('sesame');
    await page.getByRole('button', { name: 'Find models' }).click();
    await page.getByRole('list', { name: 'Models' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Try and store' }).click();
    await page.getByText(/^qwen3:8b replied in .* Restart Quarry to use it\.$/).waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    expect(readFileSync(join(folder, 'settings.env'), 'utf8')).toContain('QUARRY_CHAT_API_KEY=sesame');
    await expectAccessible(page);
    await shot(page, 'model-stored');
    await page.getByRole('button', { name: 'Delete the stored model' }).click();
    await page.getByRole('button', { name: 'Delete the stored model' }).waitFor({ state: 'detached' });
    await page.getByText(/replied in/).waitFor({ state: 'detached' });
    await page.close();
  });

  it.each([
    ['de-DE', 'dark'],
    ['fr-FR', 'light'],
  ] as const)('fits a phone: %s', async (locale, colorScheme) => {
    const page = await at.open(PAGE, { ...PHONE, locale, colorScheme });
    await page.getByText('scripted-1 · ').waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await shot(page, `model-phone-${locale}`);
    await page.close();
  });
});
