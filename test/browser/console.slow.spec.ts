import type { Page } from 'playwright-core';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { expectAccessible, focused, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';

const STOCK = 'What happens to stock when an invoice is cancelled?';

describeInBrowser('the console of a gateway with keys', (browser) => {
  let console: ConsoleUnderTest;
  beforeAll(async () => {
    console = await startConsole({ apiKeys: { 'acme-key': 'acme', 'other-key': 'other' } });
  });
  afterAll(() => console.close());

  const signedIn = async (key: string, path = '/ask'): Promise<Page> => {
    const page = await browser.page();
    await page.goto(`${console.url}${path}`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  };

  it('asks for a key, says where it is refused, keeps a good one in this tab alone, and forgets it', async () => {
    const page = await browser.page();
    await page.goto(`${console.url}/ask`);
    await page.getByLabel('API key').waitFor();
    await shot(page, 'sign-in');
    await expectAccessible(page);
    await page.getByLabel('API key').fill('no-key');
    await page.keyboard.press('Enter');
    await soon(async () => {
      expect(await page.getByRole('alert').innerText()).toContain('unauthorized');
    });
    await expectAccessible(page);
    await page.getByLabel('API key').fill('acme-key');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    expect(await page.evaluate<string>('JSON.stringify(localStorage) + document.cookie')).not.toContain(
      'acme-key',
    );
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('acme-key');
  });

  it('opens a shared link with the permissions of the viewer', async () => {
    const owner = await signedIn('acme-key');
    await owner.getByRole('textbox', { name: 'Question' }).fill(STOCK);
    await owner.keyboard.press('Enter');
    await owner.getByRole('region', { name: 'Sources' }).waitFor();
    const link = new URL(owner.url()).pathname;

    const colleague = await signedIn('acme-key', link);
    await colleague.getByRole('heading', { name: STOCK }).waitFor();
    await colleague.getByRole('region', { name: 'Sources' }).waitFor();

    const stranger = await signedIn('other-key', link);
    await stranger.getByRole('heading', { name: 'Answer not found' }).waitFor();
    expect(await stranger.content()).not.toContain('stock');
    await shot(stranger, 'not-here');
    await expectAccessible(stranger);
    await stranger.goto(`${console.url}/ask`);
    await stranger.getByRole('textbox', { name: 'Question' }).waitFor();
    expect(await stranger.content()).not.toContain('invoice');
  });

  it('can be used by keyboard alone, and gives the focus back', async () => {
    const page = await signedIn('acme-key');
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    // The question has the focus without being asked for.
    await soon(async () => {
      expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('TEXTAREA');
    });
    await page.keyboard.type(STOCK);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Sources' }).waitFor();
    await soon(async () => {
      expect(await focused(page)).toBe(STOCK);
    });
    const onSource = (): Promise<boolean> =>
      page.evaluate<boolean>("document.activeElement.classList.contains('source')");
    for (let pressed = 0; pressed < 40 && !(await onSource()); pressed += 1) await page.keyboard.press('Tab');
    const opener = await focused(page);
    expect(opener).toContain('InvoicesController.cs');
    await page.keyboard.press('Enter');
    await page.locator('.line.marked').first().waitFor();
    await soon(async () => {
      expect(await focused(page)).toMatch(/^Source \d+$/);
    });
    await page.keyboard.press('Escape');
    await soon(async () => {
      expect(await focused(page)).toBe(opener);
    });
  });

  it('leads past the navigation, and from page to page', async () => {
    const page = await signedIn('acme-key');
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.getByRole('link', { name: 'Pipelines' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pipelines' }).waitFor();
    await soon(async () => {
      expect(await page.title()).toBe('Pipelines · Quarry');
    });
    await soon(async () => {
      expect(await page.evaluate<string>('document.activeElement.id')).toBe('main');
    });
    await page.goBack();
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.goto(`${console.url}/turns/tnone`);
    await page.getByRole('heading', { name: 'Answer not found' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Answer not found' }).waitFor();
    await page.keyboard.press('Tab');
    await soon(async () => {
      expect(await focused(page)).toBe('Skip to the page');
    });
  });

  it('keeps the colours that were chosen', async () => {
    const page = await signedIn('acme-key');
    const ground = (): Promise<string> =>
      page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const light = await ground();
    await page.getByRole('button', { name: /^Colours: as the system/ }).click();
    await page.getByRole('button', { name: /^Colours: light/ }).click();
    await page.getByRole('button', { name: /^Colours: dark/ }).waitFor();
    await soon(async () => {
      expect(await ground()).not.toBe(light);
    });
    await page.reload();
    await page.getByRole('button', { name: /^Colours: dark/ }).waitFor();
    await soon(async () => {
      expect(await ground()).not.toBe(light);
    });
  });
});
