import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { call } from '../api/gateway-under-test';
import { expectNoSideScroll } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PageWatch } from './page-watch';
import { QUESTION, startPages, type PagesUnderTest } from './pages-under-test';

/** Left alone: what ends, deletes, leaves, or spends. The specs of each page press them. */
const UNSAFE =
  /delete|revoke|cancel|stop|retry|sign out|start a run|löschen|widerrufen|abbrechen|stoppen|wiederholen|lauf starten/i;

const GERMAN_PHONE: BrowserContextOptions = {
  ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ...{ colorScheme: 'dark', locale: 'de-DE' },
};

/** What can be pressed on a page, apart from links and from the items of closed menus. */
const PRESSABLE = 'main button:enabled:not([role=menuitem]), .side-foot button:enabled, main summary';

interface Labelled {
  readonly ariaLabel: string | null;
  readonly textContent: string | null;
}

describeInBrowser('a walk over every page', (browser) => {
  let at: PagesUnderTest;
  let paths: ReadonlyMap<string, string>;
  beforeAll(async () => {
    at = await startPages(browser);
    const [left, right] = [await at.ask(QUESTION, 'priced'), await at.ask(QUESTION, 'code')];
    await call(at.url, 'POST /v1/golden-sets', { body: { name: 'shop' } });
    await call(at.url, 'POST /v1/golden-sets/shop/questions', { body: { turnId: left } });
    paths = new Map([
      ['ask', '/ask'],
      ['turn', `/turns/${left}`],
      ['trace', `/turns/${left}/trace`],
      ['compare', `/turns/compare?left=${left}&right=${right}`],
      ['revisions', '/turns/revisions'],
      ['turns', '/turns'],
      ['conversations', '/conversations'],
      ['index', '/index'],
      ['repository', '/index?repository=app'],
      ['pipelines', '/pipelines'],
      ['pipeline', '/pipelines/code'],
      ['evaluation', '/evaluation'],
      ['golden-set', '/evaluation/shop'],
      ['operations', '/operations'],
      ['statistics', '/operations?view=statistics'],
      ['dead-letters', '/operations?view=dead-letters'],
      ['model', '/operations?view=model'],
      ['keys', '/operations?view=keys'],
      ['nowhere', '/nowhere'],
    ]);
  });
  afterAll(() => at.close());

  it('meets no error, no page that scrolls sideways, and no focus that is not seen, on a dark German phone', async () => {
    const page = await at.open('/ask', {
      ...GERMAN_PHONE,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const watch = new PageWatch(page);
    const links = new Set<string>();
    let pressed = 0;
    for (const [title, path] of paths) {
      await load(page, watch, path);
      await shot(page, `walk-${title}`);
      for (const link of await linksOf(page)) links.add(link);
      expect(await watch.tabThrough(60)).toBeGreaterThan(3);
      pressed += await pressEach(page, watch, path);
    }
    for (const link of [...links].filter((each) => ![...paths.values()].includes(each)))
      await load(page, watch, link);
    expect(watch.problems).toEqual([]);
    expect(pressed).toBeGreaterThan(paths.size);
    await page.close();
  }, 1_800_000);

  /** Opens the page and waits until it has loaded what it shows. */
  async function load(page: Page, watch: PageWatch, path: string): Promise<void> {
    watch.where = path;
    await page.goto(at.url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
    await watch.settled();
    await expectNoSideScroll(page);
  }

  /** Presses each kind of button once, and every item of a menu that opens. */
  async function pressEach(page: Page, watch: PageWatch, path: string): Promise<number> {
    await load(page, watch, path);
    const kinds = new Set<string>();
    const labels = await labelsOf(page.locator(PRESSABLE));
    for (const [n, label] of labels.entries()) {
      const kind = label.replace(/\d+/g, '#');
      if (UNSAFE.test(label) || kinds.has(kind)) continue;
      if ((await labelsOf(page.locator(PRESSABLE)))[n] !== label) await load(page, watch, path);
      const one = page.locator(PRESSABLE).nth(n);
      if (!(await one.isVisible())) continue;
      kinds.add(kind);
      await press(page, watch, one, `${path} after '${label}'`);
      const items = await labelsOf(page.locator('[role=menu]:not([hidden]) [role=menuitem]'));
      for (const [item, text] of items.entries()) {
        if (UNSAFE.test(text)) continue;
        const choice = page.locator('[role=menu]:not([hidden]) [role=menuitem]').nth(item);
        if (!(await choice.isVisible())) {
          await load(page, watch, path);
          await one.click();
        }
        await press(page, watch, choice, `${path} after '${label}', '${text}'`);
      }
      if (!page.url().endsWith(path)) await load(page, watch, path);
      else await leave(page);
    }
    return kinds.size;
  }

  async function press(page: Page, watch: PageWatch, one: Locator, where: string): Promise<void> {
    watch.where = where;
    await one.click();
    await watch.settled();
    await expectNoSideScroll(page);
    const isInside = "document.querySelector('dialog[open]')?.contains(document.activeElement) ?? true";
    if (!(await page.evaluate<boolean>(isInside))) watch.note('the focus is outside the dialog');
  }

  /** Closes what has opened over the page. */
  async function leave(page: Page): Promise<void> {
    const open = page.locator('dialog[open], [role=menu]:not([hidden])');
    if ((await open.count()) === 0) return;
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'hidden' });
  }
});

async function labelsOf(all: Locator): Promise<readonly string[]> {
  return all.evaluateAll((elements: readonly Labelled[]) =>
    elements.map(({ ariaLabel, textContent }) => (ariaLabel ?? textContent ?? '').trim()),
  );
}

/** The console's own pages that the page links to. */
async function linksOf(page: Page): Promise<readonly string[]> {
  return page
    .locator('a[href^="/"]')
    .evaluateAll((all: readonly { readonly pathname: string; readonly search: string }[]) =>
      all.map(({ pathname, search }) => pathname + search),
    );
}
