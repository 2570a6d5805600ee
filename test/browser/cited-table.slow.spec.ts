import type { TurnDto } from '@quarry/client';
import type { Page } from 'playwright-core';
import { call } from '../api/gateway-under-test';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { expectAccessible, expectNoSideScroll, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE } from './pages-under-test';

describeInBrowser('a citation of a value in a table', (browser) => {
  let console: ConsoleUnderTest;
  let turn: string;
  beforeAll(async () => {
    console = await startConsole({ chatProvider: 'extractive' });
    const { body } = await call<TurnDto>(console.url, 'POST /v1/turns', {
      body: { question: 'What were the net sales of Survey in 2023?', pipeline: 'extraction', wait: true },
    });
    turn = body.id;
  });
  afterAll(() => console.close());

  const pressed = async (options = {}): Promise<Page> => {
    const page = await browser.page(options);
    await page.goto(`${console.url}/turns/${turn}`);
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer
      .getByRole('button', { name: /halden-2023\.pdf/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Table' }).waitFor();
    return page;
  };

  it('opens its table with the heads, the row and the cell, and the page beside it', async () => {
    const page = await pressed();
    const table = page.getByRole('tabpanel').getByRole('table');
    await soon(async () => {
      expect(await table.locator('mark').allInnerTexts()).toEqual(['742.1']);
    });
    expect(await table.locator('tr.cited-row > th').innerText()).toMatch(/^Survey/);
    expect(await table.getByRole('columnheader', { name: '2023' }).count()).toBeGreaterThan(0);
    expect(await table.getByRole('rowheader', { name: /^Survey \(cited row\)$/ }).count()).toBe(1);
    expect(await table.getByRole('cell', { name: '742.1 (cited)' }).count()).toBe(1);
    await shot(page, 'cited-table');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Table' }).press('ArrowRight');
    await page.getByRole('region', { name: /^Page \d of halden-2023\.pdf/ }).waitFor();
  });

  it.each(['light', 'dark'] as const)('fits a phone (%s)', async (colorScheme) => {
    const page = await pressed({ ...PHONE, colorScheme });
    await soon(async () => {
      expect(await page.locator('.cited-table mark').isVisible()).toBe(true);
    });
    await shot(page, `cited-table-phone-${colorScheme}`);
    // Heads take several lines rather than the place of the numbers, and what is cut off says so.
    const frame = page.locator('.cited-table');
    await page.setViewportSize({ width: 240, height: 740 });
    expect(await frame.evaluate((table) => table.scrollWidth > table.clientWidth)).toBe(true);
    await soon(async () => expect(await frame.getAttribute('data-more')).toMatch(/start|end/));
    const wraps = "getComputedStyle(document.querySelector('.cited-table thead th')).whiteSpace";
    expect(await page.evaluate<string>(wraps)).toBe('normal');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSideScroll(page);
    await expectAccessible(page);
  });
});
