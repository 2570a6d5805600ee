import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { call } from '../api/gateway-under-test';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { expectAccessible, expectNoSideScroll, focused, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, QUESTION } from './pages-under-test';

const OTHER = 'What were the net sales of Survey in 2023?';

/** Chooses an action in the menu of a conversation. */
async function choose(page: Page, conversation: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for: ${conversation}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describeInBrowser('the list of conversations', (browser) => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole();
    for (const question of [QUESTION, OTHER])
      await call(console.url, 'POST /v1/turns', { body: { question, wait: true } });
  });
  afterAll(() => console.close());

  it('searches, exports, opens and deletes them', async () => {
    const page = await browser.page();
    await page.goto(`${console.url}/ask`);
    await page.getByRole('link', { name: 'All conversations' }).click();
    const inNavigation = page.getByRole('navigation').getByRole('link', { name: 'Conversations' });
    expect(await inNavigation.getAttribute('aria-current')).toBe('page');
    await page.goto(`${console.url}/ask`);
    await inNavigation.click();
    const list = page.getByRole('list', { name: 'Conversations' });
    await soon(async () => {
      expect(await list.getByRole('listitem').count()).toBe(2);
    });
    await expectAccessible(page);
    await shot(page, 'conversations');
    await page.getByLabel('Words').fill('survey SALES');
    await soon(async () => {
      expect(await list.getByRole('listitem').count()).toBe(1);
    });
    await page.getByLabel('Words').fill('');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      choose(page, QUESTION, 'Save as Markdown'),
    ]);
    const text = readFileSync(await saved.path(), 'utf8');
    expect(text).toMatch(
      /^## What happens to stock[\s\S]*puts every item back on stock[\s\S]*Sources:\n\n- \[\d+\] /,
    );
    await choose(page, QUESTION, 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('Stock and cancelling');
    await expectAccessible(page);
    await shot(page, 'conversation-rename');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pin: Stock and cancelling' }).waitFor();
    // The other one was asked later. `j` goes to it, and a second one to the renamed one, which `p` pins.
    const names = async (): Promise<readonly string[]> =>
      (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
    expect(await names()).toEqual([OTHER, 'Stock and cancelling']);
    await page.getByRole('heading', { name: 'Conversations' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('p');
    await soon(async () => {
      expect(await names()).toEqual(['Stock and cancelling', OTHER]);
    });
    await expectAccessible(page);
    await shot(page, 'conversations-pinned');
    const [named] = await Promise.all([
      page.waitForEvent('download'),
      choose(page, 'Stock and cancelling', 'Save as Markdown'),
    ]);
    expect(readFileSync(await named.path(), 'utf8')).toMatch(
      /^# Stock and cancelling\n\n## What happens to stock/,
    );
    await page.getByLabel('Words').fill('cancelling stock');
    await soon(async () => {
      expect(await list.getByRole('listitem').count()).toBe(1);
    });
    await page.getByLabel('Words').fill('');
    await choose(page, OTHER, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await soon(async () => {
      expect(await list.getByRole('listitem').count()).toBe(1);
    });
    await list.getByRole('button', { name: /^Stock and cancelling/ }).click();
    await page.getByRole('heading', { name: QUESTION }).waitFor();
    // The same actions, in the open conversation.
    await page.getByText('Pinned · Stock and cancelling').waitFor();
    await page.getByRole('button', { name: 'Unpin: Stock and cancelling' }).click();
    await page.getByRole('button', { name: 'Pin: Stock and cancelling', exact: true }).waitFor();
    await page.getByRole('button', { name: 'More for: Stock and cancelling' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Cancelling');
    await page.keyboard.press('Enter');
    await page.getByText('Cancelling', { exact: true }).waitFor();
    await expectAccessible(page);
    await shot(page, 'conversation-open');
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      choose(page, 'Cancelling', 'Save as Markdown'),
    ]);
    expect(readFileSync(await again.path(), 'utf8')).toMatch(/^# Cancelling/);
    await page.close();
  });

  it('reaches the oldest conversation, by paging and by searching, and names it from its own page', async () => {
    const old = 'Which is the oldest conversation?';
    await call(console.url, 'POST /v1/turns', { body: { question: old, wait: true } });
    for (let n = 0; n < 52; n += 1)
      await call(console.url, 'POST /v1/turns', {
        body: { question: `Question ${n}: who calls it?`, wait: true },
      });
    const page = await browser.page();
    await page.goto(`${console.url}/conversations`);
    const list = page.getByRole('list', { name: 'Conversations' });
    const oldest = list.getByRole('button', { name: new RegExp(`^${old.replace('?', '')}`) });
    await soon(async () => {
      expect(await list.getByRole('listitem').count()).toBe(50);
    });
    expect(await oldest.count()).toBe(0);
    await page.getByRole('button', { name: 'Show older' }).click();
    await oldest.waitFor();
    await page.getByRole('button', { name: 'Show older' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('Words').fill('OLDEST conversation');
    await soon(async () => {
      expect(await list.getByRole('listitem').count()).toBe(1);
    });
    await expectAccessible(page);
    await shot(page, 'conversations-searched');
    await choose(page, old, 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('The first of all');
    await page.keyboard.press('Enter');
    // Its old name is still its first question, by which it is found.
    await list.getByRole('button', { name: /^The first of all/ }).click();
    await page.getByText('The first of all', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pin: The first of all' }).click();
    await page.getByText('Pinned · The first of all').waitFor();
    // Pinned, it is in view at once.
    await page.goto(`${console.url}/conversations`);
    await list.getByRole('button', { name: /^The first of all/ }).waitFor();
    await page.close();
  });

  it('is whole on a phone and in the dark', async () => {
    const page = await browser.page({ ...PHONE, colorScheme: 'dark' });
    await page.goto(`${console.url}/ask`);
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    expect(await links.allInnerTexts()).toContain('Conversations');
    await links.filter({ hasText: 'Conversations' }).click();
    await page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').first().waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await shot(page, 'conversations-on-a-phone');
    // Name and actions are in one row, and the menu is in the window.
    const [name, more] = await Promise.all(
      ['.conversation', '.menu > button'].map((part) => page.locator(part).first().boundingBox()),
    );
    expect(more?.y).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0));
    await page.locator('.menu > button').first().click();
    const items = page.getByRole('menuitem');
    expect(await items.allInnerTexts()).toEqual(['Rename', 'Save as Markdown', 'Save as JSON', 'Delete']);
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await shot(page, 'conversation-menu');
    expect(await focused(page)).toBe('Rename');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('Delete');
    await page.keyboard.press('Escape');
    expect(await items.count()).toBe(0);
    expect(await focused(page)).toMatch(/^More for: /);
    await page.close();
  });
});
