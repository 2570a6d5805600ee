import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scenarios/scenario';
import { expectAccessible, expectNoSideScroll } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, QUESTION, startPages, type PagesUnderTest } from './pages-under-test';

const FILE = 'db/Stock.sql';

describeInBrowser('the page that compares two revisions', (browser) => {
  let at: PagesUnderTest;
  beforeAll(async () => {
    at = await startPages(browser);
  });
  afterAll(() => at.close());

  it('needs two snapshots', async () => {
    const page = await at.open('/turns/revisions');
    await page.getByText('No repository has two snapshots.').waitFor();
    await expectAccessible(page);
    await page.close();
  });

  it('asks about both, and shows what changed', async () => {
    // The fixture is indexed without a record.
    await at.change({});
    const text = readFileSync(join(ROOT, 'test/fixtures/dotnet-shop/app', FILE), 'utf8');
    await at.change(
      {
        [FILE]: `-- Stock of the warehouse.\n\n${text.replace('= target.OnHand +', '= 0 + target.OnHand +')}`,
      },
      'next',
    );
    const page = await at.open('/turns');
    await page.getByRole('link', { name: 'Compare revisions' }).click();
    const form = page.getByRole('form', { name: 'Question about two revisions' });
    await form.getByLabel('Question', { exact: true }).fill(QUESTION);
    await form.getByLabel('Newer').locator('option', { hasText: 'next' }).waitFor({ state: 'attached' });
    expect(await form.getByLabel('Older').inputValue()).toBe('current');
    expect(await form.getByLabel('Newer').inputValue()).toBe('next');
    await form.getByRole('button', { name: 'Ask both' }).click();
    await page.getByRole('heading', { name: QUESTION }).waitFor();
    const lines = page.getByRole('region', { name: 'Cited lines' });
    await lines.getByText(`${FILE}:`).first().waitFor();
    expect(await page.getByRole('link', { name: /Whole answer at (current|next)/ }).count()).toBe(2);
    const changed = lines.getByText(/^(moved|changed)$/);
    expect(await changed.count()).toBeGreaterThan(0);
    await lines.locator('summary').first().click();
    await expectAccessible(page);
    await shot(page, 'revisions');
    const phone = await at.open(page.url().replace(at.url, ''), PHONE);
    await phone.getByRole('region', { name: 'Cited lines' }).waitFor();
    await expectNoSideScroll(phone);
    await expectAccessible(phone);
  });

  it('says so where a comparison is not there', async () => {
    const page = await at.open('/turns/revisions?id=t0nobody.t0noone');
    await page.getByRole('alert').getByText('turn_unknown').waitFor();
    await expectAccessible(page);
  });
});
