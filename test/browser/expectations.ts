import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe over the page as it is, once it is drawn: WCAG 2.2 A and AA, and its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page is loaded before the console has asked what it may show, and is drawn after that.
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  // By the debugger's way in, which the page's policy leaves alone.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    })),
  ).toEqual([]);
}

/** Nothing is wider than the window. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(beyond).toBeLessThanOrEqual(0);
}

/** What has the focus: its label, else its text. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
  );
}
