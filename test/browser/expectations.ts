import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** As long as a page may take to draw what it has been told, in milliseconds; a busy machine takes its time. */
const PATIENCE_MS = 30_000;

/** A page draws when it likes: what is expected of it now is looked at again until it holds, or has not within {@link PATIENCE_MS}. */
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

/** Nothing is wider than the window. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  await soon(async () => {
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(beyond).toBeLessThanOrEqual(0);
  });
}

/** What has the focus: its label, else its text. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
  );
}
