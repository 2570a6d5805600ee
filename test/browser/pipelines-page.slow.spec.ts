import { expectAccessible, expectNoSideScroll, expectWholeTables, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, QUESTION, startPages, type PagesUnderTest } from './pages-under-test';

describeInBrowser('the page Pipelines', (browser) => {
  let at: PagesUnderTest;
  let turn: string;
  beforeAll(async () => {
    at = await startPages(browser);
    turn = await at.ask(QUESTION, 'priced');
  });
  afterAll(() => at.close());

  it('leads from the list to the drawing, lit by a turn, and from a box to its step', async () => {
    const page = await at.open('/pipelines');
    await page.getByRole('link', { name: 'priced' }).click();
    await page.getByLabel('Highlight the path of a turn').selectOption(turn);
    const box = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\w+`) });
    await page.locator('.step-box.lit').first().waitFor();
    // Two passes: asked for more, looked, answered.
    await soon(async () => {
      expect(await box('answer').getAttribute('aria-label')).toMatch(/ 2 visits, \d+ ms$/);
    });
    await soon(async () => {
      expect(await box('guard').getAttribute('aria-label')).toMatch(/ 1 visit, /);
    });
    await soon(async () => {
      expect(await box('condense').getAttribute('aria-label')).not.toMatch(/visit/);
    });
    await soon(async () => {
      expect(await page.locator('.way.lit').count()).toBeGreaterThan(10);
    });
    await box('guard').click();
    const step = page.getByRole('complementary', { name: 'Step guard' });
    await soon(async () => {
      expect(await step.textContent()).toMatch(
        /loop-guard\.loop_guard.*again→ recall_requested.*stop→ answer_finally/s,
      );
    });
    await page.keyboard.press('ArrowDown');
    await soon(async () => {
      expect(await page.getByRole('complementary').textContent()).not.toContain('loop-guard.loop_guard');
    });
    await page.getByText('The steps as a list').click();
    await page.getByRole('row', { name: /^answer answerer\.call_model .* 2 / }).waitFor();
    await shot(page, 'pipeline-lit');
    await expectAccessible(page);
    await page.close();
  });

  it('says of every setting which file and line it comes from', async () => {
    const page = await at.open('/pipelines/priced?view=settings');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
    await soon(async () => {
      expect(await row('top_k').textContent()).toMatch(
        /6priced.*pipelines\/priced\/pipeline\.yaml:6default 8/,
      );
    });
    await soon(async () => {
      expect(await row('graph_max_nodes').textContent()).toContain('pipelines/code/pipeline.yaml');
    });
    await soon(async () => {
      expect(await row('max_history_tokens').textContent()).toContain('pipelines/base/pipeline.yaml');
    });
    await soon(async () => {
      expect(await row('deadline_seconds').textContent()).toMatch(/300 seconds.*default/);
    });
    await page.getByLabel('Show').selectOption('set');
    await soon(async () => {
      expect(await row('deadline_seconds').count()).toBe(0);
    });
    await page.getByRole('tab', { name: /^Prompts/ }).click();
    await page.getByText('prompts/answer.md').first().click();
    await page.getByText('You answer questions about a code base').first().waitFor();
    await expectAccessible(page);
    await page.close();
  });

  it('shows what is wrong in a text at its line, and draws what is sound', async () => {
    const page = await at.open('/pipelines?view=check');
    const text = page.getByLabel('pipeline.yaml');
    await text.fill('pipeline:\n  name: mine\n  extends: code\n  settings:\n    top_n: 12\n');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText("did you mean 'top_k'").waitFor();
    await soon(async () => {
      expect(await page.locator('.gutter .marked').textContent()).toBe('5');
    });
    await page.getByRole('button', { name: 'Line 5, column 5' }).click();
    const marked = await page.evaluate<string>(
      '(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)',
    );
    expect(marked).toBe('top_n: 12');
    await expectAccessible(page);
    await text.fill('pipeline:\n  name: mine\n  extends: code\n  settings:\n    top_k: 12\n');
    await page.getByText('The text has changed since').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText("'mine' is valid.").waitFor();
    await page.getByRole('button', { name: /^translate_in .*a turn begins here/ }).waitFor();
    await page.close();
  });

  it('fits a phone', async () => {
    const page = await at.open('/pipelines', PHONE);
    for (const path of ['', '?view=check', '/code', '/code?view=settings']) {
      await page.goto(`${at.url}/pipelines${path}`);
      await page.getByRole('tab').first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectNoSideScroll(page);
      await expectWholeTables(page);
    }
    await page.getByRole('cell', { name: 'max_turn_loops', exact: true }).waitFor();
    await expectAccessible(page);
    await page.close();
  });
});
