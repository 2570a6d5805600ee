import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../api/gateway-under-test';
import { expectAccessible, expectNoSideScroll, expectWholeTables } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE, QUESTION, startPages, type PagesUnderTest } from './pages-under-test';

describeInBrowser('the page Operations', (browser) => {
  let at: PagesUnderTest;
  const failed: string[] = [];
  beforeAll(async () => {
    at = await startPages(browser);
    await at.ask(QUESTION, 'priced');
    at.model.play(() => ({ fault: { kind: 'status', status: 401 } }));
    for (let turn = 0; turn < 3; turn++) failed.push(await at.ask(QUESTION, 'code'));
    at.pace({ deltaSize: 400, ms: 0 });
  });
  afterAll(() => at.close());

  it('shows queue status', async () => {
    const page = await at.open('/operations');
    await page.getByRole('row', { name: /^answerer idle 0 0 0 0/ }).waitFor();
    await expectAccessible(page);
    await page.close();
  });

  it('inspects a dead letter and retries it, and then all', async () => {
    const [first = '', second = '', third = ''] = failed;
    const page = await at.open('/operations?view=dead-letters');
    await page.getByRole('button', { name: `Inspect turn ${second}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('model_refused').waitFor();
    await dialog.getByRole('row', { name: /step\.finished router · translate_in ok/ }).waitFor();
    expect(await dialog.getByText(QUESTION).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Show the question' }).click();
    await dialog.getByText(QUESTION).waitFor();
    await expectAccessible(page);
    await shot(page, 'dead-letter');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('One turn was retried').waitFor();
    await page.getByRole('button', { name: `Inspect turn ${second}` }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Retry turn ${third}` }).waitFor();

    await page.getByRole('button', { name: 'Retry all', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry all' }).click();
    await page.getByText('3 turns were retried').waitFor();
    await page.getByText('No turn failed').waitFor();
    const again = await page
      .getByRole('listitem')
      .filter({ hasText: first })
      .getByRole('link')
      .getAttribute('href');
    await expectAccessible(page);
    await page.close();
    const { body } = await call<{ outcome: string | null }>(at.url, `GET /v1${again ?? ''}`);
    expect(body.outcome).not.toBe('failed');
  });

  it('counts what turns took and cost', async () => {
    const page = await at.open('/operations?view=statistics');
    await page.getByRole('region', { name: 'Cost' }).getByText('priced').waitFor();
    await page
      .getByRole('region', { name: 'code', exact: true })
      .getByText(/Failed 3/)
      .waitFor();
    await page.getByLabel('By', { exact: true }).selectOption('tenant');
    const local = page.getByRole('region', { name: 'local' });
    await local.getByText('2 passes').waitFor();
    // The words of every other page.
    await local
      .getByText(/^Answered( in part)? \d/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await shot(page, 'statistics');
    await page.close();
  });

  it('fits a phone', async () => {
    const page = await at.open('/operations', PHONE);
    for (const view of ['queues', 'dead-letters', 'statistics', 'keys']) {
      await page.goto(`${at.url}/operations?view=${view}`);
      await page.getByRole('tab', { selected: true }).waitFor();
      await page.waitForLoadState('networkidle');
      if (view === 'queues') await page.getByRole('row').getByText('answerer').waitFor();
      await expectNoSideScroll(page);
      await expectWholeTables(page);
    }
    await expectAccessible(page);
    await page.close();
  });

  // The last one: from the first key on, everybody needs one.
  it('makes a key, asks for it from then on, and hides itself from readers', async () => {
    const page = await at.open('/operations?view=keys');
    const make = async (name: string, role: string, preset: string): Promise<string> => {
      await page.getByRole('button', { name: 'Create a key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(name);
      expect(await dialog.getByLabel('Tenant').inputValue()).toBe('local');
      // The first key is an operator's.
      expect(await dialog.getByLabel('Role').inputValue()).toBe(preset);
      await dialog.getByLabel('Tenant').fill('other');
      await dialog.getByText('belong to the tenant ‘local’: a key of another tenant').waitFor();
      await dialog.getByLabel('Tenant').fill('local');
      await dialog.getByText('belong to the tenant').waitFor({ state: 'detached' });
      await dialog.getByLabel('Role').selectOption(role);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByText(`‘${name}’ was created.`).waitFor();
      return (await page.locator('.secret').textContent()) ?? '';
    };
    await page.getByText('You work in the tenant ‘local’.').waitFor();
    await expectAccessible(page);
    const operator = await make('operator', 'operator', 'operator');
    expect(operator).toMatch(/^qk_/);
    // The gateway learns of it within seconds.
    while ((await call(at.url, 'GET /v1/caller')).status !== 401) await sleep(100);
    // The key, which cannot be shown again, stays in view until its reader is done.
    await page.getByRole('button', { name: 'Create a key' }).click();
    const refused = page.getByRole('dialog');
    await refused.getByLabel('Name').fill('another');
    await refused.getByRole('button', { name: 'Create' }).click();
    await refused.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.secret').textContent()).toBe(operator);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByLabel('API key', { exact: true }).fill(operator);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const reader = await make('reader', 'reader', 'reader');
    await page.getByRole('row', { name: /^reader .* local reader all .* active/ }).waitFor();
    await expectAccessible(page);

    const other = await at.open('/operations');
    await other.getByLabel('API key', { exact: true }).fill(reader);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('This page is for operators').waitFor();
    expect(await other.getByRole('link', { name: 'Operations' }).count()).toBe(0);
    await other.close();

    await page.getByRole('button', { name: 'Revoke reader' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('row', { name: /^reader .* revoked/ }).waitFor();

    await page.getByRole('button', { name: 'Revoke operator' }).click();
    const own = page.getByRole('dialog');
    await own.getByText('You are signed in with this key').waitFor();
    await own.getByText('quarry keys create NAME --tenant local --role operator').waitFor();
    await expectAccessible(page);
    await shot(page, 'revoke-last-key');
    await own.getByRole('button', { name: 'Keep the key' }).click();
    await page.getByRole('row', { name: /^operator .* active/ }).waitFor();
    await page.close();
  });
});
