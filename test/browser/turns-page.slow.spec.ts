import { expectAccessible, expectNoSideScroll, expectWholeTables, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, QUESTION, startPages, type PagesUnderTest } from './pages-under-test';

describeInBrowser('the page Turns', (browser) => {
  let at: PagesUnderTest;
  let first: string;
  let other: string;
  beforeAll(async () => {
    at = await startPages(browser);
    first = await at.ask(QUESTION, 'priced');
    other = await at.ask('Of the stock: who calls it?', 'cgrag');
  });
  afterAll(() => at.close());

  it('filters, and leads to the trace, with what the model was sent and what it said', async () => {
    const page = await at.open('/turns');
    const rows = page.getByRole('row').filter({ hasNot: page.getByRole('columnheader') });
    await page.getByRole('link', { name: 'Of the stock: who calls it?', exact: true }).waitFor();
    await page.getByLabel('Words').fill('puts every item');
    await page.getByLabel('Words').press('Enter');
    await page.waitForURL(/q=puts/);
    await page
      .getByRole('link', { name: 'Of the stock: who calls it?', exact: true })
      .waitFor({ state: 'detached' });
    await page.getByRole('link', { name: QUESTION, exact: true }).waitFor();
    await soon(async () => {
      expect(await rows.count()).toBe(1);
    });
    await page.getByLabel('Pipeline').selectOption('cgrag');
    await page.getByText('No turn matches').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show all turns' }).click();
    await page.getByRole('link', { name: `Trace of: ${QUESTION}` }).click();

    const hop = page.getByRole('listitem').filter({ hasText: 'answerer' }).first();
    await hop.waitFor();
    await soon(async () => {
      expect(await page.locator('.bar.step-work').count()).toBeGreaterThan(15);
    });
    const step = page
      .locator('.step-fold')
      .filter({ hasText: /^answer ok/ })
      .first();
    await step.locator('summary').click();
    await soon(async () => {
      expect(await step.getByLabel('Message of user').textContent()).toContain(`Question: ${QUESTION}`);
    });
    await soon(async () => {
      expect(await step.getByLabel('Message of user').textContent()).toContain('db/Stock.sql');
    });
    await soon(async () => {
      expect(await step.getByLabel('Reply', { exact: true }).textContent()).toMatch(
        /^\[Requesting data on:\]/,
      );
    });
    await expectAccessible(page);

    await shot(page, 'trace');
    await page.getByRole('tab', { name: /^Requests/ }).click();
    await page.getByRole('row', { name: /TaxOfficeGateway missed/ }).waitFor();
    await page.getByRole('row', { name: /dbo\.StockMovement resolved \[\d+\]/ }).waitFor();
    await page.getByRole('tab', { name: /^Evidence/ }).click();
    await page.getByText('db/Stock.sql, lines').first().click();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Cost' }).click();
    await page
      .getByRole('row', { name: /^answer scripted-1 [\d,]+ 0 \d+ 0\.\d+$/ })
      .first()
      .waitFor();
    await page.close();
  });

  it('runs a turn again with another pipeline, and puts the two side by side', async () => {
    const page = await at.open(`/turns/${first}/trace`);
    await page.getByLabel('Ask again with').selectOption('cgrag');
    await page.getByRole('button', { name: 'Run again and compare' }).click();
    await page.waitForURL(new RegExp(`/turns/compare\\?left=${first}&right=t\\w+$`));
    await page.getByRole('region', { name: 'Left: priced' }).waitFor();
    const right = page.getByRole('region', { name: 'Right: cgrag' });
    await right.getByText(/puts every item back/).waitFor();
    await page.getByRole('row', { name: 'Pipeline priced cgrag' }).waitFor();
    await page.getByRole('row', { name: /^Tokens in [\d,]+( ✓)? [\d,]+( ✓)?$/ }).waitFor();
    await page.getByText(/^\d+ of \d+ texts were found by both/).waitFor();
    await shot(page, 'compare');
    await expectAccessible(page);
    await page.close();
  });

  it('compares two that were chosen in the list', async () => {
    const page = await at.open('/turns?pipeline=priced');
    await page.getByLabel(`Compare: ${QUESTION}`).check();
    await page.getByLabel('Pipeline').selectOption('');
    await page.getByLabel('Compare: Of the stock').check();
    await page.getByRole('link', { name: 'Compare turns' }).click();
    await page.waitForURL(new RegExp(`left=${first}&right=${other}$`));
    await page.getByText('The questions differ').waitFor();
    await page.close();
  });

  it('says that two turns are needed where none is named', async () => {
    const page = await at.open('/turns/compare');
    await page.getByRole('heading', { name: 'Two turns are needed' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.close();
  });

  it('replays a turn at the press of a button, and says in words that the same came out', async () => {
    for (const [options, width] of [
      [{}, 'desktop'],
      [PHONE, 'phone'],
    ] as const) {
      const page = await at.open(`/turns/${first}`, options);
      await page.getByRole('button', { name: 'Replay' }).click();
      const result = page.getByRole('region', { name: 'Replay' });
      await result.getByText(/^Identical: (\d+) of \1 recorded steps ran again/).waitFor();
      await result.getByText('The replies of the model came from the record').waitFor();
      // It is not covered by where a follow-up is written.
      await soon(async () => {
        const [shown, cover] = [await result.boundingBox(), await page.locator('.follow-up').boundingBox()];
        expect((shown?.y ?? Infinity) + (shown?.height ?? 0)).toBeLessThanOrEqual(cover?.y ?? 0);
      });
      await expectNoSideScroll(page);
      await expectAccessible(page);
      await shot(page, `replay-${width}`);
      await page.close();
    }
  });

  it('says so where a turn is not there', async () => {
    const page = await at.open('/turns/t0nobody/trace');
    await page.getByRole('alert').getByText('turn_unknown').waitFor();
    await expectAccessible(page);
    await page.close();
  });

  it('shows the outcome of each question on a phone, without scrolling aside', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await at.open('/turns', { ...PHONE, colorScheme });
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: QUESTION, exact: true }), hasText: 'priced' });
      await row.getByText('Answered').waitFor();
      const box = await row.getByText('Answered').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
      const frame = page.getByRole('region', { name: 'Turns', exact: true });
      expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      await expectAccessible(page);
      await row.scrollIntoViewIfNeeded();
      await shot(page, `turns-phone-${colorScheme}`);
      await page.close();
    }
  });

  it.each(['de-DE', 'fr-FR'])('shows every column in a window of 1280 pixels (%s)', async (locale) => {
    const page = await at.open('/turns', { locale });
    await page.getByRole('link', { name: QUESTION, exact: true }).first().waitFor();
    await expectWholeTables(page);
    await shot(page, `turns-${locale}`);
    await page.goto(`${at.url}/turns/${first}/trace`);
    await page.locator('.hop-line').first().waitFor();
    await expectNoSideScroll(page);
    await page.close();
  });

  it('fits a phone', async () => {
    for (const path of ['/turns', `/turns/${first}/trace`, `/turns/compare?left=${first}&right=${other}`]) {
      const page = await at.open(path, PHONE);
      await page
        .getByText(/who calls it|back on stock|happens to stock/)
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      await expectNoSideScroll(page);
      await expectAccessible(page);
      await page.close();
    }
  });
});
