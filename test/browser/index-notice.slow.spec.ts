import { IndexRuns, RepositoryRegistry, type IndexRun } from '@quarry/repositories';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { expectAccessible, expectNoSideScroll } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, QUESTION } from './pages-under-test';

describeInBrowser('an answer from an index that is not complete', (browser) => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole();
    const { repository, records } = console;
    const snapshot = (await new RepositoryRegistry(records).findStored(repository))?.snapshots[0]?.snapshot;
    const now = Date.now();
    const run: IndexRun = {
      ...{ id: 'r1', repository, snapshot: snapshot ?? 'current', status: 'running', phase: 'read' },
      ...{ begunAt: now, seenAt: now + 3_600_000, files: { done: 120, total: 300 } },
      ...{ completeAt: null, lacksVectors: false },
    };
    await new IndexRuns(records).save({ repository, snapshot: run.snapshot }, run, true);
  });
  afterAll(() => console.close());

  it.each([
    ['en-GB', 'is being indexed: 120 of 300 files are read; the rest cannot be found yet.', {}],
    ['de-DE', 'wird gerade indexiert: 120 von 300 Dateien sind gelesen', PHONE],
    ['fr-FR', 'est en cours d’indexation\u00a0: 120 fichiers sur 300 sont lus', PHONE],
  ])('says so in %s', async (locale, words, options) => {
    const page = await browser.page({ ...options, locale });
    await page.goto(`${console.url}/ask`);
    await page.getByRole('textbox').first().fill(QUESTION);
    await page.keyboard.press('Enter');
    await page.getByText(words).first().waitFor();
    expect(await page.getByText(words).count()).toBe(1);
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await shot(page, `index-notice-${locale}`);
    await page.close();
  });
});
