import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { describeWithTools } from '../deploy/tools';

/**
 * Chromium loads two hidden pages of its address bar for each window, which took half of the CPU time of these tests. A
 * later list replaces an earlier one, so this one also has those of Playwright's features that Quarry's pages can notice.
 */
const FEATURES_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AimEnabled', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying'],
  ...['OptimizationHints', 'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
];

/** Folder for screenshots; none are taken if it is not set. */
const SHOTS = process.env['QUARRY_SCREENSHOTS'];

/** A browser, and the errors of its pages. */
export class TestBrowser {
  private browser: Browser | undefined;
  /** Script errors, and what the pages' policies refused. */
  readonly complaints: string[] = [];

  async start(executablePath: string): Promise<void> {
    // Containers often lack user namespaces for a sandbox. Only our own pages are opened.
    const args = ['--no-sandbox', `--disable-features=${FEATURES_OFF.join(',')}`];
    this.browser = await chromium.launch({ executablePath, args });
  }

  async close(): Promise<void> {
    await this.browser?.close();
  }

  /** A page of a separate visitor, which shares nothing with others. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    if (!this.browser) throw new Error('The browser has not started.');
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
    // Generous, for busy machines. A missing element is still reported.
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // A status such as 404 is an expected response.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.complaints.push(message.text());
    });
    return page;
  }
}

// A page waits for a model, a gateway and a browser, all on this machine.
jest.setTimeout(240_000);

/**
 * Tests in one Chromium per file: the system's, `QUARRY_CHROMIUM`, or a downloaded one; skipped with the reason without
 * any.
 */
export function describeInBrowser(name: string, body: (browser: TestBrowser) => void): void {
  describeWithTools(name, ['chromium'], ({ chromium: executable }) => {
    const browser = new TestBrowser();
    beforeAll(() => browser.start(executable), 60_000);
    afterAll(() => browser.close(), 60_000);
    afterEach(() => {
      expect(browser.complaints.splice(0)).toEqual([]);
    });
    body(browser);
  });
}

/** Takes a screenshot for human inspection: `QUARRY_SCREENSHOTS=folder`. */
export async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
}
