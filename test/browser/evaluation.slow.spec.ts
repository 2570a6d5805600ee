import { call } from '../api/gateway-under-test';
import { expectAccessible, expectNoSideScroll, expectWholeTables } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, QUESTION, startPages, type PagesUnderTest } from './pages-under-test';

const SALES = 'What were the net sales of Survey in 2023?';

describeInBrowser('the pages of evaluation', (browser) => {
  let at: PagesUnderTest;
  let turn: string;
  beforeAll(async () => {
    at = await startPages(browser);
    turn = await at.ask(QUESTION, 'code');
  });
  afterAll(() => at.close());

  it('says how the first golden set is made', async () => {
    const page = await at.open('/evaluation');
    await page.getByText('No golden sets yet').waitFor();
    await expectAccessible(page);
    await page.close();
  });

  it('runs a set, shows the answers, and compares two pipelines', async () => {
    await call(at.url, 'POST /v1/golden-sets', { body: { name: 'shop', description: 'Of the shop' } });
    for (const body of [{ turnId: turn }, { text: SALES, answers: ['No such figure'], unanswerable: false }])
      await call(at.url, 'POST /v1/golden-sets/shop/questions', { body });
    const page = await at.open('/ask');
    await page.getByRole('navigation').getByRole('link', { name: 'Evaluation' }).click();
    await page.getByRole('link', { name: 'shop' }).click();
    await page.getByText('No runs yet').waitFor();
    await page.getByRole('row', { name: new RegExp(`^${SALES.slice(0, 20)}`) }).waitFor();
    await expectAccessible(page);
    const form = page.getByRole('form', { name: 'New run' });
    await form.getByLabel('cgrag').check();
    await form.getByRole('button', { name: 'Start a run' }).click();
    const runs = page.getByRole('region', { name: 'Runs of shop' });
    await runs.getByRole('row', { name: /code finished/ }).waitFor({ timeout: 120_000 });
    await shot(page, 'evaluation-runs');
    await runs.getByRole('link').first().click();
    const answers = page.getByRole('region', { name: 'Answers of this run' });
    await answers.getByRole('row').nth(4).waitFor();
    expect(await answers.getByRole('row').count()).toBe(5);
    expect(await answers.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Question', 'Pipeline', 'Correct', 'Gold found', 'Seconds']),
    );
    await expectAccessible(page);
    await shot(page, 'evaluation-run');
    for (const name of ['code', 'cgrag']) await runs.getByLabel(new RegExp(`^Compare ${name} `)).check();
    await page.getByRole('button', { name: 'Compare two' }).click();
    const measures = page.getByRole('region', { name: 'Measures of both sides' });
    await measures.getByRole('row', { name: /^Gold found .* too few questions$/ }).waitFor();
    await page.getByText('2 questions of both').waitFor();
    await expectAccessible(page);
    await shot(page, 'evaluation-comparison');
    await page.close();
  });

  it('shows the trend of a pipeline from its second run on', async () => {
    const page = await at.open('/evaluation/shop');
    const runs = page.getByRole('region', { name: 'Runs of shop' });
    await runs.getByRole('row').first().waitFor();
    expect(await page.getByRole('heading', { name: 'Trend' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Start a run' }).click();
    const trend = page.getByRole('region', { name: 'Trend' });
    await trend.getByText('in 2 runs').waitFor({ timeout: 120_000 });
    await trend.getByLabel('Measure').selectOption('Gold found');
    await trend.getByText(/→/).waitFor();
    await shot(page, 'evaluation-trend');
    await page.close();
  });

  it('fits a phone', async () => {
    const page = await at.open('/evaluation/shop', PHONE);
    await page.getByRole('heading', { name: 'Trend' }).waitFor();
    await page.locator('.table').nth(1).waitFor();
    await expectNoSideScroll(page);
    await expectWholeTables(page);
    await expectAccessible(page);
    const cut = await page.evaluate<number>(
      "[...document.querySelectorAll('.nav a')].filter((link) => link.scrollWidth > link.clientWidth).length",
    );
    expect(cut).toBe(0);
    await shot(page, 'evaluation-phone');
    await page.close();
  });
});
