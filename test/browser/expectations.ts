import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe on the rendered page: WCAG 2.2 A and AA, and its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page is loaded before the console knows its permissions, and rendered after that.
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  // Injected by the debugger, which the page's policy does not restrict.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    })),
  ).toEqual([]);
}

/** Maximum time for a page to render an update, in milliseconds, also on a busy machine. */
const PATIENCE_MS = 30_000;

/** Pages render asynchronously: an expectation is retried until it holds, for at most {@link PATIENCE_MS}. */
export async function soon(expectation: () => Promise<void>): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (Date.now() >= until) throw error;
      await sleep(50);
    }
  }
}

/** Expects that nothing is wider than the window. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  await soon(async () => {
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(beyond).toBeLessThanOrEqual(0);
  });
}

/** Expects that no table hides columns to the right, as on a phone it would without cards. */
export async function expectWholeTables(page: Page): Promise<void> {
  await soon(async () => {
    const cut = await page.evaluate<readonly string[]>(
      "[...document.querySelectorAll('.table-frame')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.ariaLabel)",
    );
    expect(cut).toEqual([]);
  });
}

/** The focused element: its label, otherwise its text. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
  );
}
