import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scenarios/scenario';
import { expectAccessible } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { QUESTION, startPages, type PagesUnderTest } from './pages-under-test';

const FILE = 'db/Stock.sql';

describeInBrowser('an answer whose sources have changed', (browser) => {
  let at: PagesUnderTest;
  beforeAll(async () => {
    at = await startPages(browser);
  });
  afterAll(() => at.close());

  it('says so, and can be asked again at the new revision', async () => {
    const id = await at.ask(QUESTION, 'priced');
    const page = await at.open(`/turns/${id}`);
    await page.getByRole('region', { name: 'Sources' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Ask again at the new revision').count()).toBe(0);

    const text = readFileSync(join(ROOT, 'test/fixtures/dotnet-shop/app', FILE), 'utf8');
    await at.change({ [FILE]: `-- Stock of the warehouse.\n\n${text}` });
    await page.reload();
    const note = page.getByRole('region', { name: 'Stale sources' });
    await note.getByText(`${FILE}, lines`).first().waitFor();
    expect(await note.textContent()).toMatch(/moved.*now db\/Stock\.sql, lines/s);
    await expectAccessible(page);
    await shot(page, 'stale');
    const list = await at.open('/turns?staleness=stale');
    await list.getByText('sources moved').first().waitFor();
    await expectAccessible(list);
    await shot(list, 'stale-list');
    await note.getByRole('button', { name: 'Ask again at the new revision' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByRole('region', { name: 'Sources' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('region', { name: 'Stale sources' }).count()).toBe(0);
  });
});
