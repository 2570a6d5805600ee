import { expectAccessible, expectNoSideScroll, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, QUESTION, startPages, type PagesUnderTest } from './pages-under-test';

describeInBrowser('the language of the interface', (browser) => {
  let at: PagesUnderTest;
  let turn: string;
  beforeAll(async () => {
    at = await startPages(browser);
    turn = await at.ask(QUESTION, 'priced');
  });
  afterAll(() => at.close());

  it.each([
    ['de-AT', 'de', 'Was möchten Sie wissen?'],
    ['fr-FR', 'fr', 'Que voulez-vous savoir\u00a0?'],
    ['ja-JP', 'en', 'What do you want to know?'],
  ])('is that of a browser that speaks %s', async (locale, language, title) => {
    const page = await at.open('/ask', { locale });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe(language);
    await expectAccessible(page);
    await shot(page, `language-${language}`);
    await page.close();
  });

  it.each(['de-DE', 'fr-FR'])('leaves every page in reach of a thumb (%s)', async (locale) => {
    const page = await at.open('/ask', { locale, viewport: { width: 390, height: 844 } });
    const pages = page.locator('.nav ul');
    await pages.getByRole('listitem').nth(6).waitFor();
    expect(await pages.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await page.close();
  });

  it('can be changed over a question that was begun', async () => {
    const page = await at.open('/ask', { locale: 'en-GB' });
    await page.getByRole('textbox').first().fill('Where is the half-written');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('radio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Was möchten Sie wissen?' }).waitFor();
    expect(await page.getByRole('textbox').first().inputValue()).toBe('Where is the half-written');
    await page.close();
  });

  it('can be chosen, says what stays English, and is kept', async () => {
    const page = await at.open('/ask', { locale: 'en-GB' });
    await page.getByRole('button', { name: 'Language' }).click();
    const dialog = page.getByRole('dialog', { name: 'Language' });
    await dialog.getByText('mostly English').waitFor();
    await expectAccessible(page);
    await shot(page, 'language-choice');
    await dialog.getByRole('radio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Was möchten Sie wissen?' }).waitFor();
    await page.goto(`${at.url}/turns`);
    await page.getByRole('link', { name: 'Vorgänge' }).first().waitFor();
    await page.getByRole('button', { name: 'Sprache' }).click();
    await page.getByRole('radio', { name: 'Wie der Browser' }).click();
    await page.getByRole('heading', { level: 1, name: 'Turns' }).waitFor();
    await page.close();
  });

  it('keeps the question that was being typed, until it is sent', async () => {
    const page = await at.open('/ask', { locale: 'en-GB' });
    const field = page.getByRole('textbox', { name: 'Question' });
    await field.fill(`${QUESTION}\nAnd half a`);
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('radio', { name: 'Deutsch' }).click();
    const translated = page.getByRole('textbox', { name: 'Frage' });
    await soon(async () => expect(await translated.inputValue()).toBe(`${QUESTION}\nAnd half a`));
    await translated.fill(QUESTION);
    await translated.press('Enter');
    await page.waitForURL(/\/turns\/t\w+$/);
    // A follow-up is another question.
    const followUp = page.getByRole('textbox', { name: 'Nachfrage' });
    await followUp.waitFor();
    expect(await followUp.inputValue()).toBe('');
    await page.goto(`${at.url}/ask`);
    await translated.waitFor();
    expect(await translated.inputValue()).toBe('');
    await page.close();
  });

  it('writes numbers, dates and plurals in its way, and leaves the answer as it is', async () => {
    const page = await at.open(`/turns/${turn}`, { locale: 'de-DE' });
    await page.getByText(/^\d+ Durchläufe · \d+ Belege/).waitFor();
    await page
      .getByText(/^priced · \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}:\d{2} · dauerte \d[\d,]* m?s$/)
      .waitFor();
    await page.getByText(/^0,\d{4,5}$/).waitFor();
    await page.getByRole('region', { name: 'Antwort' }).getByText('puts every item back on stock').waitFor();
    await page.close();
  });

  it.each(['de-DE', 'fr-FR'])('fits a phone in %s', async (locale) => {
    for (const path of [
      '/ask',
      `/turns/${turn}`,
      `/turns/${turn}/trace`,
      '/turns',
      '/index',
      '/operations',
    ]) {
      const page = await at.open(path, { ...PHONE, locale });
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      await expectNoSideScroll(page);
      await expectAccessible(page);
      await page.close();
    }
  });

  it('stays English where its catalogue cannot be loaded', async () => {
    const page = await at.open('/docs', { locale: 'de-DE' });
    await page.route('**/assets/german-*.js', (route) => route.fulfill({ status: 500 }));
    await page.goto(`${at.url}/ask`);
    await soon(async () => {
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('What do you want to know?');
    });
    await page.close();
  });
});
