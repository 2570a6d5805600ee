import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OwnerSessions } from '@quarry/application/access';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { startGitServer, type GitServer } from '../servers/git-server';
import { page as sitePage, startSite, type SiteServer } from '../servers/site-server';
import { servedRepository } from '../servers/served-repository';
import { builtConsole } from './built-console';
import { expectAccessible, expectNoSideScroll, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE } from './pages-under-test';

const SHOP = resolve(__dirname, '../fixtures/dotnet-shop/app');

describeInBrowser('the first run', (browser) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-first-run-')));
  let gateway: Running & { readonly url: string };
  beforeAll(async () => {
    builtConsole();
    cpSync(SHOP, join(root, 'src', 'My shop'), { recursive: true });
    mkdirSync(join(root, '.ssh'));
    mkdirSync(join(root, 'empty'));
    gateway = await startGateway(join(root, 'data'));
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true });
  });
  const link = (): string => `${gateway.url}/#start=${gateway.app.get(OwnerSessions).invite()}`;

  it('tells a visitor without the link what to do, instead of asking', async () => {
    const page = await browser.page();
    await page.goto(gateway.url);
    await page.getByRole('heading', { name: 'What should Quarry read?' }).waitFor();
    await page.getByText('Open the link that').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await expectAccessible(page);
    await shot(page, 'first-run-without-link');
    await page.close();
  });

  it('lets a visitor without the link upload files, up to the questions', async () => {
    const data = mkdtempSync(join(tmpdir(), 'quarry-first-upload-'));
    const other = await startGateway(data);
    const page = await browser.page(PHONE);
    await page.goto(other.url);
    const upload = page.getByRole('region', { name: 'Upload files' });
    expect(await upload.getByRole('button', { name: 'Upload and index' }).isDisabled()).toBe(true);
    const chooser = page.waitForEvent('filechooser');
    await upload.getByRole('button', { name: 'Choose a folder' }).click();
    await (await chooser).setFiles(join(root, 'src', 'My shop'));
    await upload.getByText(/^My shop: \d+ files, \d+ kB$/).waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await shot(page, 'first-run-upload');
    await upload.getByRole('button', { name: 'Upload and index' }).click();
    await page.getByText('is indexed. Ask something:').waitFor({ timeout: 120_000 });
    await page.getByText('My-shop', { exact: true }).waitFor();
    // The page says what it has done, and what it has left out.
    await page.getByRole('heading', { level: 1, name: 'Ready' }).waitFor();
    expect(await page.getByRole('heading', { name: 'What should Quarry read?' }).count()).toBe(0);
    await page.getByText(/^\d+ files, \d+ chunks, \d+ nodes/).waitFor();
    await page.getByText('It is searched by words only').waitFor();
    await page.getByRole('button', { name: 'Compute vectors' }).waitFor();
    await expectNoSideScroll(page);
    await shot(page, 'first-run-ready');
    await page.getByRole('list', { name: 'Questions to begin with' }).getByRole('button').first().click();
    await page.getByRole('region', { name: 'Answer' }).getByText(/.{20}/).first().waitFor();
    const body = { question: 'How is the stock restored when an invoice is cancelled?', wait: true };
    const { id } = (await call<{ id: string }>(other.url, 'POST /v1/turns', { body })).body;
    await page.goto(`${other.url}/turns/${id}`);
    await page.getByRole('link', { name: 'Set up a model here' }).click();
    await page.getByRole('tab', { name: 'Model', selected: true }).waitFor();
    await page.close();
    await other.close();
    rmSync(data, { recursive: true });
  });

  it('says that a link has been used', async () => {
    const used = link();
    const first = await browser.page();
    await first.goto(used);
    await first.getByRole('button', { name: 'Index this folder' }).waitFor();
    const second = await browser.page();
    await second.goto(used);
    await second.getByText('This link has been used').waitFor();
    // The code stays out of the address, which is easily shared.
    expect(second.url()).toBe(`${gateway.url}/`);
    await first.close();
    await second.close();
  });

  it('leads from a folder to the first answer', async () => {
    const page = await browser.page(PHONE);
    await page.goto(link());
    // It begins in the home folder, which as a whole is not for indexing.
    await page.getByText('This one is too general: open a folder in it.').waitFor();
    expect(await page.getByRole('button', { name: 'Index this folder' }).isDisabled()).toBe(true);
    await page.getByLabel('Folder', { exact: true }).fill(root);
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: `Folders in ${root}` });
    await list.waitFor();
    expect(await list.getByRole('button').allInnerTexts()).toEqual(['empty', 'src']);
    await list.getByRole('button', { name: 'src' }).click();
    await page.getByRole('button', { name: 'My shop' }).click();
    await page.getByRole('list', { name: `Folders in ${join(root, 'src', 'My shop')}` }).waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await shot(page, 'first-run-folder');
    await page.getByRole('button', { name: 'Index this folder' }).click();
    await page.getByText('is indexed. Ask something:').waitFor({ timeout: 120_000 });
    const questions = page.getByRole('list', { name: 'Questions to begin with' }).getByRole('button');
    await soon(async () => expect(await questions.count()).toBe(3));
    await expectAccessible(page);
    await shot(page, 'first-run-questions');
    const asked = await questions.first().innerText();
    await questions.first().click();
    await page.getByRole('heading', { name: asked }).waitFor();
    await page.getByRole('region', { name: 'Answer' }).getByText(/.{20}/).first().waitFor();
    await shot(page, 'first-run-answer');
    await page.close();
  });

  it('is over once something is indexed', async () => {
    const page = await browser.page();
    await page.goto(gateway.url);
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.close();
  });
});

/** Wider than a phone. */
const LONG_NAME = 'the_end_of_the_day_and_what_happens_then_with_the_till.html';

describeInBrowser('the first run with a git URL', (browser) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-first-git-')));
  let server: GitServer;
  let site: SiteServer;
  let gateway: Running & { readonly url: string };
  beforeAll(async () => {
    builtConsole();
    const shop = servedRepository(root, 'shop');
    shop.commit({
      'src/stock.ts':
        '/** The stock of a shop. */\nexport class Stock {\n  take(n: number): number {\n    return n;\n  }\n}\n',
    });
    server = await startGitServer(shop.served);
    site = await startSite({
      '/docs/': sitePage(
        'The manual',
        '<h2 id="count">Counting</h2><p>A till counts the money of a shop.</p>',
        [LONG_NAME],
      ),
      [`/docs/${LONG_NAME}`]: sitePage('The end', '<p>At night, the till is closed with a key.</p>', ['./']),
    });
    gateway = await startGateway(join(root, 'data'));
  });
  afterAll(async () => {
    await gateway.close();
    await server.close();
    await site.close();
    rmSync(root, { recursive: true });
  });

  it('leads from the address of a website to an answer whose source opens the page', async () => {
    const page = await browser.page();
    await page.goto(`${gateway.url}/#start=${gateway.app.get(OwnerSessions).invite()}`);
    await page.getByRole('tab', { name: 'A website' }).click();
    const url = page.getByRole('textbox', { name: 'Address of the documentation' });
    await url.fill(`${site.url}/nothing/`);
    await page.keyboard.press('Enter');
    await page.getByText('cannot be read: the server replied 404').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Choose another source' }).click();
    await page.getByRole('tab', { name: 'A website' }).click();
    await url.fill(`${site.url}/docs/`);
    await expectAccessible(page);
    await shot(page, 'first-run-site');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Fetch and index' }).click();
    await page.getByText('is indexed. Ask something:').waitFor({ timeout: 120_000 });
    await page.goto(`${gateway.url}/ask`);
    await page.getByRole('textbox').first().fill('With what is the till closed at night?');
    await page.keyboard.press('Enter');
    await page.getByText('Sentences checked:').click();
    await expectNoSideScroll(page);
    await shot(page, 'sentences-on-a-phone');
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.goto(`${gateway.url}/ask`);
    await page.getByRole('textbox').first().fill('What does a till count?');
    await page.keyboard.press('Enter');
    await page.getByText('A till counts the money of a shop.').first().waitFor({ timeout: 60_000 });
    await page
      .getByRole('button', { name: /index\.html/ })
      .first()
      .click();
    await page.locator(`a[href^="${site.url}/docs/"]`).first().waitFor();
    await shot(page, 'site-source');
    await call(gateway.url, 'DELETE /v1/repositories/127.0.0.1?confirm=127.0.0.1');
    await page.close();
  });

  it('says why a server is not reached, and lets the visitor choose another source meanwhile', async () => {
    const page = await browser.page();
    await page.goto(`${gateway.url}/#start=${gateway.app.get(OwnerSessions).invite()}`);
    await page.getByRole('tab', { name: 'A git URL' }).click();
    // Nothing listens there; the address has no scheme, as it is copied from an address bar.
    await page.getByRole('textbox', { name: 'Git URL' }).fill('127.0.0.1:9/acme/shop');
    await page.keyboard.press('Enter');
    await page.getByText('https://127.0.0.1:9/acme/shop', { exact: true }).waitFor();
    await page.getByText(/^Interrupted: .* cannot be reached/).waitFor({ timeout: 120_000 });
    await expectAccessible(page);
    await shot(page, 'first-run-not-reached');
    // After a reload, the job is one that the page finds, not one that it has begun.
    await page.reload();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('tab', { name: 'A folder' }).waitFor();
    await soon(async () => {
      const { body } = await call<{ jobs: { status: string }[] }>(gateway.url, 'GET /v1/index-jobs');
      expect(body.jobs[0]?.status).toBe('cancelled');
    });
    await page.close();
  });

  it('leads from a URL to the first question, and says why a fetch failed', async () => {
    const page = await browser.page();
    await page.goto(`${gateway.url}/#start=${gateway.app.get(OwnerSessions).invite()}`);
    await page.getByRole('tab', { name: 'A git URL' }).click();
    const url = page.getByRole('textbox', { name: 'Git URL' });
    await url.fill(`${server.url}/none.git`);
    await page.keyboard.press('Enter');
    await page.getByText('does not exist, or needs credentials').waitFor({ timeout: 60_000 });
    await expectAccessible(page);
    await shot(page, 'first-run-git-failed');
    await page.getByRole('button', { name: 'Choose another source' }).click();
    await page.getByRole('tab', { name: 'A git URL' }).click();
    await url.fill(`${server.url}/shop.git`);
    await page.getByRole('textbox', { name: 'Branch or tag' }).fill('trunk');
    await expectAccessible(page);
    await shot(page, 'first-run-git');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(page);
    await shot(page, 'first-run-git-phone');
    await page.getByRole('button', { name: 'Fetch and index' }).click();
    await page.getByText('is indexed. Ask something:').waitFor({ timeout: 120_000 });
    await page.close();
  });
});
