import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuarryConfig } from '@quarry/platform';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { call } from '../api/gateway-under-test';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import type { TestBrowser } from './in-browser';

export const QUESTION = 'What happens to stock when an invoice is cancelled?';

/** Width and height of a small phone. */
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 } };

/** A pipeline with prices. */
const PRICED = `pipeline:
  name: priced
  extends: code
  description: As code, with a price for its model.
  settings:
    top_k: 6
    max_turn_loops: 2
    prices:
      - {model: 'scripted-*', input: 2.5, output: 10}
`;

/** The console with an additional pipeline, and functions to open pages and to ask questions. */
export interface PagesUnderTest extends ConsoleUnderTest {
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Asks a question and waits for its end; returns the turn's id. */
  ask(question: string, pipeline: string): Promise<string>;
}

export async function startPages(
  browser: TestBrowser,
  settings: Partial<QuarryConfig> = {},
): Promise<PagesUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-pages-'));
  const pipelines = join(folder, 'pipelines');
  mkdirSync(join(pipelines, 'priced'), { recursive: true });
  writeFileSync(join(pipelines, 'priced', 'pipeline.yaml'), PRICED);
  const console = await startConsole({ pipelineDirs: [pipelines], ...settings });
  return {
    ...console,
    open: async (path, options = {}) => {
      const page = await browser.page(options);
      await page.goto(console.url + path);
      return page;
    },
    ask: async (question, pipeline) => {
      const body = { question, pipeline, wait: true };
      return (await call<{ id: string }>(console.url, 'POST /v1/turns', { body })).body.id;
    },
    close: async () => {
      await console.close();
      rmSync(folder, { recursive: true });
    },
  };
}
