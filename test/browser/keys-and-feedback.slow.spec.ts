import type { Page } from 'playwright-core';
import { call } from '../api/gateway-under-test';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { expectAccessible, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { QUESTION } from './pages-under-test';

describeInBrowser('keys, and feedback on an answer', (browser) => {
  let console: ConsoleUnderTest;
  let turn: string;
  beforeAll(async () => {
    console = await startConsole();
    const body = { question: QUESTION, wait: true };
    turn = (await call<{ id: string }>(console.url, 'POST /v1/turns', { body })).body.id;
  });
  afterAll(() => console.close());

  const open = async (path: string): Promise<Page> => {
    const page = await browser.page();
    await page.goto(`${console.url}${path}`);
    // The page has its keys once it is shown, which is after its language is loaded.
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    return page;
  };

  it('goes to a page and a conversation by a few letters', async () => {
    const page = await open('/pipelines');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await palette.getByRole('option', { name: QUESTION }).waitFor();
    await expectAccessible(page);
    await shot(page, 'palette');
    await page.keyboard.type('stock cancel');
    await soon(async () => {
      expect(await palette.getByRole('option').count()).toBe(1);
    });
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/turns/${turn}`);
    expect(await palette.count()).toBe(0);
    await page.close();
  });

  it('types a question at /, opens a source by its number, and lists its keys at ?', async () => {
    const page = await open(`/turns/${turn}`);
    const sources = page.getByRole('region', { name: 'Sources' });
    const number = sources.locator('.source-number').first();
    await number.waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Type a question').waitFor();
    await expectAccessible(page);
    await shot(page, 'keys');
    await page.keyboard.press('Escape');
    const n = await number.innerText();
    await page.keyboard.press(n);
    await page.getByRole('heading', { name: `Source ${n}` }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    const field = page.getByRole('textbox', { name: 'Follow-up question' });
    await soon(async () => {
      expect(await field.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
    });
    // In a field, keys are text.
    await page.keyboard.type('?/jk1');
    expect(await field.inputValue()).toBe('?/jk1');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.close();
  });

  it('gives a panel the focus in the moment that it is shown', async () => {
    const page = await open(`/turns/${turn}`);
    const number = page.getByRole('region', { name: 'Sources' }).locator('.source-number').first();
    await number.waitFor();
    await page.evaluate(`new MutationObserver((_, observer) => {
      const heading = document.querySelector('.panel h2');
      if (!heading) return;
      observer.disconnect();
      document.title = document.activeElement === heading ? 'focused' : 'too late';
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.keyboard.press(await number.innerText());
    await page.locator('.panel h2').waitFor();
    expect(await page.title()).toBe('focused');
    await page.close();
  });

  it('asks why an answer did not help, and makes the right answer a golden question', async () => {
    const page = await open(`/turns/${turn}`);
    await page.getByRole('button', { name: 'It did not help' }).click();
    const why = page.getByRole('region', { name: 'Your feedback' });
    // It opens below the answer, but not below the field for the next question.
    await soon(async () => {
      const [form, field] = await Promise.all([why.boundingBox(), page.locator('.composer').boundingBox()]);
      expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
    });
    await why.getByLabel('Sources do not say it').check();
    await why.getByLabel('Comment').fill('Forklifts?');
    await expectAccessible(page);
    await shot(page, 'feedback');
    await why.getByRole('button', { name: 'Send' }).click();
    await why.getByText('Thank you.').waitFor();
    await why.getByRole('button', { name: 'Make it a golden question' }).click();
    const offer = why.getByRole('form', { name: 'Golden question' });
    await soon(async () => {
      const [form, field] = await Promise.all([offer.boundingBox(), page.locator('.composer').boundingBox()]);
      expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
    });
    await why.getByLabel('The right answer').fill('dbo.Stock_Restore adds the quantities back.');
    await shot(page, 'golden-offer');
    await why.getByRole('button', { name: 'Add the question' }).click();
    await why.getByText('quarry golden run feedback').waitFor();
    const given = await call(console.url, `GET /v1/turns/${turn}/feedback`);
    expect(given.body['feedback']).toEqual([
      expect.objectContaining({ rating: 'down', reasons: ['unsupported'], comment: 'Forklifts?' }),
    ]);
    const set = await call(console.url, 'GET /v1/golden-sets/feedback');
    expect(set.body['questions']).toEqual([
      expect.objectContaining({
        text: QUESTION,
        answers: ['dbo.Stock_Restore adds the quantities back.'],
        gold: [],
      }),
    ]);
    await page.close();
  });
});
