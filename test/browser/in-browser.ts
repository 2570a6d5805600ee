import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { describeWithTools } from '../deploy/tools';

/** Folder for pictures of what is tested; none are taken where it is not set. */
const SHOTS = process.env['QUARRY_SCREENSHOTS'];

/** A browser, and what its pages complained about. */
export class TestBrowser {
  private browser: Browser | undefined;
  /** Errors of scripts, and what the pages' policies refused. */
  readonly complaints: string[] = [];

  async start(executablePath: string): Promise<void> {
    // In containers there is often no user namespace to make a sandbox of; only pages of ours are opened.
    this.browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }

  async close(): Promise<void> {
    await this.browser?.close();
  }

  /** A page of a visitor of its own: nothing is shared with others. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    if (!this.browser) throw new Error('The browser has not started.');
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
    // Generous: a busy machine takes its time, and what never comes is told all the same.
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // A status such as 404 is an answer that tests expect.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.complaints.push(message.text());
    });
    return page;
  }
}

// A page waits for a model, a gateway and a browser, all on this machine.
jest.setTimeout(240_000);

/** Tests in one Chromium for the file: the system's, `QUARRY_CHROMIUM`, or one that is fetched; skipped with the reason where there is none. */
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

/** A picture of what is seen now, for people: `QUARRY_SCREENSHOTS=folder`. */
export async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
}
