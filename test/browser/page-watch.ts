import type { Page, Request, Response } from 'playwright-core';
import { soon } from './expectations';

/** What the elements that can have the focus look like without it: their outlines, and those of what surrounds them. */
const LOOK = `
const looks = (element) =>
  [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling, element.firstElementChild]
    .filter(Boolean)
    .map((each) => {
      const s = getComputedStyle(each);
      return [s.outlineStyle, s.outlineColor, s.boxShadow, s.borderColor, s.backgroundColor, s.stroke].join();
    })
    .join(';');`;

const REMEMBER = `(() => { ${LOOK}
  window.unfocused = new WeakMap(
    [...document.querySelectorAll('a[href], button, input, textarea, select, summary, [tabindex]')].map((e) => [e, looks(e)]));
  return true;
})()`;

/** The focused element, and what a user of the keyboard misses at it; null once the focus has left the page. */
const FOCUSED = `(() => { ${LOOK}
  const e = document.activeElement;
  if (e === null || e === document.body || e === document.documentElement) return null;
  const name = e.localName + ' ' + (e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 60);
  const { left, right, top, bottom } = e.getBoundingClientRect();
  const within = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const [from, to] = [Math.max(0, top), Math.min(innerHeight, bottom)];
  const x = Math.min(innerWidth - 1, Math.max(0, (Math.max(0, left) + Math.min(innerWidth, right)) / 2));
  // Covered if no part of it is seen.
  const covered = [from + 2, (from + to) / 2, to - 2].every((y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && !e.contains(hit) && !hit.contains(e) && ![...(e.labels ?? [])].some((l) => l.contains(hit));
  });
  const before = window.unfocused?.get(e);
  return {
    name, at: [...document.querySelectorAll('*')].indexOf(e),
    flaws: [...(within ? [] : ['outside the window']), ...(covered ? ['covered'] : []), ...(before === looks(e) ? ['looks the same'] : [])],
  };
})()`;

interface Focused {
  readonly name: string;
  readonly at: number;
  readonly flaws: readonly string[];
}

/** Notes what goes wrong in a page: errors of scripts, and failed requests that the page does not report. */
export class PageWatch {
  /** Each with the place at which it happened. */
  readonly problems: string[] = [];
  /** Where the walk is. */
  where = '';
  private readonly unanswered = new Set<Request>();
  private readonly failed: string[] = [];

  constructor(private readonly page: Page) {
    page.on('pageerror', (error) => this.note(error.message));
    page.on('console', (message) => {
      // Failed requests are judged by what the page shows.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.note(message.text());
    });
    page.on('request', (request) => {
      // An event stream has no end.
      if (request.headers()['accept'] !== 'text/event-stream') this.unanswered.add(request);
    });
    page.on('requestfinished', (request) => this.unanswered.delete(request));
    page.on('requestfailed', (request) => this.unanswered.delete(request));
    page.on('response', (response: Response) => {
      if (response.status() >= 400) this.failed.push(`${response.status()} ${response.url()}`);
    });
  }

  note(problem: string): void {
    this.problems.push(`${this.where}: ${problem}`);
  }

  /** Waits until the page has all replies and has rendered them; notes failed requests that it does not report. */
  async settled(): Promise<void> {
    await soon(async () => {
      await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))');
      expect([...this.unanswered].map((request) => request.url())).toEqual([]);
      expect(await this.page.locator('.spinner').count()).toBe(0);
    });
    const failed = this.failed.splice(0);
    if (failed.length === 0) return;
    const reports = this.page.getByRole('alert').or(this.page.locator('.note, .empty'));
    if ((await reports.count()) === 0) this.note(`not reported: ${failed.join(', ')}`);
  }

  /** Goes through the page with the Tab key: every focus is in the window, not covered, and looks like one. */
  async tabThrough(most: number): Promise<number> {
    await this.page.evaluate(REMEMBER);
    const seen = new Set<number>();
    while (seen.size < most) {
      await this.page.keyboard.press('Tab');
      let focused: Focused | null = null;
      // A page that scrolls to the focus needs a moment.
      await soon(async () => {
        focused = await this.page.evaluate<Focused | null>(FOCUSED);
        expect(focused?.flaws ?? []).toEqual([]);
      }).catch(() => undefined);
      const { at, name, flaws } = (focused as Focused | null) ?? { at: -1, name: '', flaws: [] };
      if (at === -1 || seen.has(at)) break;
      seen.add(at);
      if (flaws.length > 0) this.note(`focus on '${name}': ${flaws.join(', ')}`);
    }
    return seen.size;
  }
}
