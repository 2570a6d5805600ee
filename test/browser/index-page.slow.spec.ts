import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { startGitServer, type GitServer } from '../servers/git-server';
import { page as sitePage, startSite, type SiteServer } from '../servers/site-server';
import { servedRepository } from '../servers/served-repository';
import { expectAccessible, expectNoSideScroll, expectWholeTables, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, startPages, type PagesUnderTest } from './pages-under-test';

const SHOP = resolve(__dirname, '../fixtures/dotnet-shop/app');

describeInBrowser('the page Index', (browser) => {
  let at: PagesUnderTest;
  let server: GitServer;
  let site: SiteServer;
  const sources = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-index-page-')));
  beforeAll(async () => {
    cpSync(SHOP, join(sources, 'shop'), { recursive: true });
    writeFileSync(join(sources, 'shop', 'broken.pdf'), '%PDF-1.7 no more than that');
    const till = servedRepository(sources, 'till');
    till.commit({ 'till.ts': 'export class Till {}\n' });
    server = await startGitServer(till.served);
    site = await startSite({
      '/docs/': sitePage('The manual', '<p>A till counts money.</p>', ['install.html']),
      '/docs/install.html': sitePage('Installation', '<p>Unpack it.</p>', ['./']),
    });
    const gitHosts = [server.url, site.url].map((url) => new URL(url).host);
    at = await startPages(browser, { indexRoots: [sources], gitHosts });
  });
  afterAll(async () => {
    await at.close();
    await server.close();
    await site.close();
    rmSync(sources, { recursive: true });
  });

  it('starts a job, follows it to its end, and shows what it indexed and what failed', async () => {
    const page = await at.open('/index');
    await page.getByText('No jobs yet').waitFor();
    await page.getByRole('button', { name: 'Index a source' }).click();
    await page.getByLabel('Repository', { exact: true }).fill('shop');
    await page.getByLabel('Path').fill(join(sources, 'shop'));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start indexing' }).click();
    const job = page.getByRole('article', { name: 'Job of shop' });
    await job.getByRole('progressbar').first().waitFor({ timeout: 120_000 });
    await shot(page, 'index-job');
    await job.getByText('finished').waitFor({ timeout: 120_000 });
    await job.getByText(/^2\d files, \d+ chunks, \d+ nodes, 1 file not fully read\.$/).waitFor();
    await page.getByRole('link', { name: 'shop', exact: true }).click();
    await page.getByRole('row', { name: /^broken\.pdf / }).waitFor();
    await page.getByRole('row', { name: /^current just now 2\d \d+ \d+ nodes, \d+ edges/ }).waitFor();
    await expectAccessible(page);
    await shot(page, 'index');
    await page.close();
  });

  it('starts a job of a git URL, whose repository is named after it', async () => {
    const page = await at.open('/index');
    await page.getByRole('button', { name: 'Index a source' }).click();
    await page.getByRole('tab', { name: 'A git URL' }).click();
    await page.getByRole('textbox', { name: 'Git URL' }).fill(`${server.url}/till.git`);
    await page.getByLabel('Branch or tag').fill('trunk');
    await page.getByLabel('Compute vectors').uncheck();
    await expectAccessible(page);
    await shot(page, 'index-git');
    await page.getByRole('button', { name: 'Start indexing' }).click();
    const job = page.getByRole('article', { name: 'Job of till' });
    await job.getByText('finished').waitFor({ timeout: 120_000 });
    await page.getByRole('link', { name: 'till', exact: true }).waitFor();
    await page.close();
  });

  it('lists what a job indexed also where its last event never comes', async () => {
    const page = await at.open('/index');
    await page.route('**/v1/index-jobs/*/events', () => new Promise(() => undefined));
    await page.getByRole('button', { name: 'Index a source' }).click();
    await page.getByLabel('Repository', { exact: true }).fill('unheard');
    await page.getByLabel('Path').fill(join(sources, 'shop'));
    await page.getByLabel('Compute vectors').uncheck();
    await page.getByRole('button', { name: 'Start indexing' }).click();
    const job = page.getByRole('article', { name: 'Job of unheard' });
    await job.getByText('finished').waitFor({ timeout: 120_000 });
    await page.getByRole('link', { name: 'unheard', exact: true }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

  it('starts a job of a website, and shows its address', async () => {
    const page = await at.open('/index', PHONE);
    await page.getByRole('button', { name: 'Index a source' }).click();
    await page.getByRole('tab', { name: 'A website' }).click();
    await page.getByRole('textbox', { name: 'Address of the documentation' }).fill(`${site.url}/docs/`);
    await page.getByLabel('Compute vectors').uncheck();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await shot(page, 'index-site-phone');
    await page.getByRole('button', { name: 'Start indexing' }).click();
    const job = page.getByRole('article', { name: 'Job of 127.0.0.1' });
    await job.getByText('finished').waitFor({ timeout: 120_000 });
    await page.getByRole('link', { name: '127.0.0.1', exact: true }).click();
    const snapshots = page.getByRole('region', { name: 'Snapshots of' });
    await snapshots.getByText(`${site.url}/docs/`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Index again' }).waitFor();
    await expectWholeTables(page);
    await expectNoSideScroll(page);
    await shot(page, 'index-repository-phone');
    await page.close();
  });

  it('sets when a repository is indexed again by itself', async () => {
    const page = await at.open('/index?repository=till', PHONE);
    await page.getByLabel('By time').selectOption('Every day');
    await page.getByText(/^Next at /).waitFor();
    await page.getByRole('button', { name: 'Create a webhook' }).click();
    const secret = page
      .getByRole('status')
      .filter({ hasText: 'Its secret, shown only now.' })
      .locator('code');
    const first = await secret.innerText();
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await shot(page, 'index-refresh-phone');
    await page.setViewportSize({ width: 1280, height: 860 });
    await shot(page, 'index-refresh');
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Replace it' }).click();
    await soon(async () => expect(await secret.innerText()).not.toBe(first));
    await page.reload();
    await page.getByText('After a push, the git server calls this URL:').waitFor();
    expect(await secret.count()).toBe(0);
    expect(await page.getByLabel('By time').inputValue()).toBe('24');
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('button', { name: 'Create a webhook' }).waitFor();
    await page.getByLabel('By time').selectOption('Never');
    await page.getByText(/^Next at /).waitFor({ state: 'detached' });
    await page.close();
  });

  it('uploads a folder that is dropped on the page, and answers from it', async () => {
    mkdirSync(join(sources, 'depot', 'node_modules'), { recursive: true });
    writeFileSync(
      join(sources, 'depot', 'depot.ts'),
      '/** A depot for spare parts. */\nexport class Depot {}\n',
    );
    writeFileSync(join(sources, 'depot', 'node_modules', 'left-out.ts'), 'export class LeftOut {}\n');
    const page = await at.open('/index');
    // Who may index is known after the first response.
    await page.getByRole('button', { name: 'Index a source' }).waitFor();
    await dropOn(page, [join(sources, 'depot')]);
    const dialog = page.getByRole('dialog', { name: 'Index a source' });
    await dialog.getByText(/^depot, \d+ B$/).waitFor();
    await dialog.getByLabel('Compute vectors').uncheck();
    await expectAccessible(page);
    await shot(page, 'index-upload');
    await dialog.getByRole('button', { name: 'Start indexing' }).click();
    const job = page.getByRole('article', { name: 'Job of depot' });
    await job.getByText('finished').waitFor({ timeout: 120_000 });
    await job.getByText(/^1 files?, /).waitFor();
    await page.getByRole('link', { name: 'depot', exact: true }).click();
    await page.getByRole('cell', { name: 'depot.zip' }).waitFor();
    await page.close();
  });

  it('uploads a chosen archive, and says why a broken one cannot be read', async () => {
    const page = await at.open('/index', PHONE);
    for (const [name, bytes] of [
      ['parts.zip', zipSync({ 'parts-main/part.ts': strToU8('export class Part {}\n') })],
      ['broken.zip', strToU8('PK')],
    ] as const) {
      await page.getByRole('button', { name: 'Index a source' }).click();
      await page.getByRole('tab', { name: 'Upload' }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose files' }).click();
      await (await chooser).setFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes) });
      await page.getByText(new RegExp(`^${name}, \\d+ B$`)).waitFor();
      await expectNoSideScroll(page);
      await page.getByLabel('Compute vectors').uncheck();
      await shot(page, `index-upload-${name}`);
      await page.getByRole('button', { name: 'Start indexing' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page
      .getByRole('article', { name: 'Job of parts' })
      .getByText('finished')
      .waitFor({ timeout: 120_000 });
    await page
      .getByText('broken.zip cannot be unpacked: it is not a complete zip file.')
      .waitFor({ timeout: 120_000 });
    await shot(page, 'index-upload-failed');
    await page.close();
  });

  it('indexes a repository again, and deletes it after saying what is lost', async () => {
    const page = await at.open('/index?repository=depot');
    await page.getByRole('heading', { name: 'depot', exact: true }).waitFor();
    const jobs = page.getByRole('article', { name: 'Job of depot' });
    await soon(async () => expect(await jobs.count()).toBe(1));
    await page.getByRole('button', { name: 'Index again' }).click();
    await soon(async () => expect(await jobs.count()).toBe(2));
    await jobs.getByText('finished').nth(1).waitFor({ timeout: 120_000 });
    await expectAccessible(page);
    await shot(page, 'index-repository');
    await page.getByRole('button', { name: 'Delete repository' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete depot?' });
    await dialog.getByText('its snapshot (1 file), and the uploaded files, are deleted.').waitFor();
    await expectAccessible(page);
    await shot(page, 'index-delete');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Delete repository' }).click();
    await dialog.getByRole('button', { name: 'Delete repository' }).click();
    await page.getByRole('link', { name: 'depot', exact: true }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.close();
  });

  it('says why a folder may not be indexed', async () => {
    const page = await at.open('/index');
    await page.getByRole('button', { name: 'Index a source' }).click();
    await page.getByLabel('Repository', { exact: true }).fill('secrets');
    await page.getByLabel('Path').fill('/etc');
    await page.getByRole('button', { name: 'Start indexing' }).click();
    await page.getByRole('alert').getByText('source_forbidden').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.close();
  });

  it('fits a phone', async () => {
    const page = await at.open('/index', PHONE);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('row').getByText('Chunks').first().waitFor({ state: 'attached' });
    await expectNoSideScroll(page);
    await expectWholeTables(page);
    // No kind of source is beyond the edge.
    await page.getByRole('button', { name: 'Index a source' }).click();
    const dialog = page.getByRole('dialog');
    for (const tab of await dialog.getByRole('tab').all()) {
      const box = await tab.boundingBox();
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    await expectAccessible(page);
    await page.close();
  });
});

/** Drops files or folders of this machine on a page, as a visitor does with the mouse. */
async function dropOn(page: Page, files: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      ...{ type, x: 300, y: 300 },
      data: { items: [], files: [...files], dragOperationsMask: 1 },
    });
}
