import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { startProvider, type Provider } from '../issuer/provider';
import { freePort } from '../servers/free-port';
import { call } from '../api/gateway-under-test';
import { startConsole, type ConsoleUnderTest } from './console-under-test';
import { expectAccessible, expectNoSideScroll, soon } from './expectations';
import { describeInBrowser, shot } from './in-browser';
import { PHONE } from './pages-under-test';

/** Goes to the provider by the button of the console, and signs in on its pages. */
async function signInAt(
  page: Page,
  { host, url }: { host: string; url: string },
  login: string,
): Promise<void> {
  await page.getByRole('button', { name: `Sign in with ${host}` }).click();
  await page.waitForURL(`http://${host}/**`);
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${url}/**`);
}

const ACCOUNTS = {
  ada: { name: 'Ada Lovelace', tenant: 'acme', role: 'operator' },
  bob: { name: 'Bob', tenant: 'acme', role: 'reader' },
  nobody: { name: 'No Tenant' },
};

describeInBrowser('signing in at an issuer', (browser) => {
  let console: ConsoleUnderTest;
  let provider: Provider;
  let host: string;
  beforeAll(async () => {
    const port = await freePort();
    host = `127.0.0.1:${port}`;
    console = await startConsole({
      jwtIssuer: `http://${host}`,
      jwtJwksUrl: `http://${host}/jwks`,
      jwtAudience: 'quarry',
      oidcClientId: 'quarry',
      apiKeys: { 'a-long-key': 'acme' },
    });
    const client = { clientId: 'quarry', redirectUri: `${console.url}/sign-in` };
    provider = await startProvider({ port, ...client, accounts: ACCOUNTS });
  });
  afterAll(async () => {
    await console.close();
    await provider.close();
  });

  /** Presses the button of the console, and signs in on the provider's pages. */
  const signIn = (page: Page, login: string): Promise<void> =>
    signInAt(page, { host, url: console.url }, login);

  it('leads there and back to the page, shows who it is, and signs out', async () => {
    const page = await browser.page();
    await page.goto(`${console.url}/turns?outcome=failed`);
    await page.getByRole('button', { name: `Sign in with ${host}` }).waitFor();
    await expectAccessible(page);
    await shot(page, 'sign-in');
    await signIn(page, 'ada');
    await page.getByRole('heading', { name: 'Turns' }).waitFor();
    // Neither the code nor the token is in the address, and the page is the one that was wanted.
    await page.waitForURL(`${console.url}/turns?outcome=failed`);
    await page.getByText('Ada Lovelace').waitFor();
    await page.getByText('acme · operator').waitFor();
    await page.getByRole('link', { name: 'Operations' }).waitFor();
    await expectAccessible(page);
    await shot(page, 'signed-in');
    expect(await page.evaluate<number>('localStorage.length')).toBe(0);
    expect(await page.evaluate<string>('document.cookie')).toBe('');
    expect(await page.evaluate<string | null>("sessionStorage.getItem('quarry.sign-in')")).toBeNull();
    await page.reload();
    await page.getByText('Ada Lovelace').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The issuer asks whether it is meant, and comes back.
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    expect(new URL(page.url()).origin).toBe(console.url);
    expect(await page.evaluate<number>('sessionStorage.length')).toBe(0);
    // Its session is over: it asks for the password again.
    await page.getByRole('button', { name: `Sign in with ${host}` }).click();
    await page.getByPlaceholder('and password').waitFor();
    await page.close();
  });

  it('can be read in another language before anybody signs in', async () => {
    const page = await browser.page({ ...PHONE, locale: 'en-GB' });
    await page.goto(`${console.url}/ask`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Language' }).click();
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'Se connecter' }).waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await shot(page, 'sign-in-french-phone');
    await page.close();
  });

  it('offers a reader what a reader may do, on a phone and in the dark', async () => {
    const page = await browser.page({ ...PHONE, colorScheme: 'dark' });
    await page.goto(`${console.url}/ask`);
    await page.getByRole('button', { name: `Sign in with ${host}` }).waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await shot(page, 'sign-in-phone');
    await signIn(page, 'bob');
    await page.getByText('acme · reader').waitFor();
    expect(await page.getByRole('link', { name: 'Operations' }).count()).toBe(0);
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await shot(page, 'signed-in-phone');
    await page.close();
  });

  it('says why it failed, and a key still works', async () => {
    const page = await browser.page();
    await page.goto(console.url);
    await signIn(page, 'nobody');
    await page.getByRole('alert').getByText('your account has no tenant here').waitFor();
    await expectAccessible(page);
    await shot(page, 'sign-in-refused');
    await page.getByLabel('API key').fill('a-long-key');
    await page.getByRole('button', { name: 'Sign in with the key' }).click();
    await page.getByText('acme · maintainer').waitFor();
    await page.close();
  });

  it('takes no reply that this tab did not ask for', async () => {
    const page = await browser.page();
    await page.goto(`${console.url}/sign-in?code=stolen&state=of-another-tab`);
    await page.getByRole('alert').getByText('begun in another tab').waitFor();
    await page.waitForURL(`${console.url}/`);
    await page.evaluate(
      `sessionStorage.setItem('quarry.sign-in', JSON.stringify({ state: 'x'.repeat(32), nonce: 'x'.repeat(32), codeVerifier: 'x'.repeat(43), to: '//evil.example/' }))`,
    );
    await page.goto(`${console.url}/sign-in?code=stolen&state=of-another-tab`);
    await page.getByRole('alert').getByText('was not accepted').waitFor();
    expect(new URL(page.url()).origin).toBe(console.url);
    await page.close();
  });

  it('asks to sign in again once the token is over', async () => {
    const page = await browser.page();
    await page.goto(`${console.url}/turns`);
    await signIn(page, 'ada');
    await page.getByText('acme · operator').waitFor();
    // A token that the gateway no longer accepts.
    await page.evaluate("sessionStorage.setItem('quarry.key', 'expired.token.x')");
    await page.reload();
    await page.getByText('no longer valid').waitFor();
    const { status } = await call(console.url, 'GET /v1/caller', { key: 'expired.token.x' });
    expect(status).toBe(401);
    // The provider still knows the user: no second password.
    await page.getByRole('button', { name: `Sign in with ${host}` }).click();
    await soon(async () => {
      expect(page.url()).toBe(`${console.url}/turns`);
    });
    await page.getByText('acme · operator').waitFor();
    await page.close();
  });
});

describeInBrowser('a sign-in that is longer than its token', (browser) => {
  /** Seconds of a token. */
  const SECONDS = 6;
  let console: ConsoleUnderTest;
  let provider: Provider;
  let host: string;
  beforeAll(async () => {
    const port = await freePort();
    host = `127.0.0.1:${port}`;
    console = await startConsole({
      ...{ jwtIssuer: `http://${host}`, jwtJwksUrl: `http://${host}/jwks`, jwtAudience: 'quarry' },
      ...{ oidcClientId: 'quarry', oidcScope: 'openid profile offline_access' },
      secretsKeys: [randomBytes(32).toString('base64')],
    });
    const client = { clientId: 'quarry', redirectUri: `${console.url}/sign-in` };
    provider = await startProvider({ port, ...client, accounts: ACCOUNTS, seconds: SECONDS });
  });
  afterAll(async () => {
    await console.close();
    await provider.close();
  });

  const stored = (page: Page): Promise<string> =>
    page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage, cookie: document.cookie })');
  const token = (page: Page): Promise<string> =>
    page.evaluate<string>("sessionStorage.getItem('quarry.key')");

  it('is renewed without notice, also in a copy of the tab, and ends with a plain message', async () => {
    const page = await browser.page(PHONE);
    await page.goto(`${console.url}/ask`);
    await signInAt(page, { host, url: console.url }, 'ada');
    await page.getByText('acme · operator').waitFor();
    const question = page.getByRole('textbox', { name: 'Question' });
    await question.fill('Where is the half-written');
    const first = await token(page);
    await soon(async () => {
      expect(await token(page)).not.toBe(first);
    });
    // Nothing of the page was lost, and the browser has no refresh token.
    expect(await question.inputValue()).toBe('Where is the half-written');
    for (const refreshToken of provider.refreshTokens) expect(await stored(page)).not.toContain(refreshToken);
    const copy = await page.context().newPage();
    await copy.addInitScript(
      `for (const [key, value] of Object.entries(${await stored(page)})) if (key !== 'cookie' && !sessionStorage.getItem(key)) sessionStorage.setItem(key, value);`,
    );
    await copy.goto(`${console.url}/turns`);
    await copy.getByText('acme · operator').waitFor();
    const before = await token(copy);
    await soon(async () => {
      expect(await token(copy)).not.toBe(before);
      expect(await token(copy)).toBe(await token(page));
    });
    await copy.close();
    // The issuer ends it.
    for (const each of provider.refreshTokens) {
      const body = new URLSearchParams({ token: each, client_id: 'quarry' });
      await fetch(`http://${host}/token/revocation`, { method: 'POST', body });
    }
    await page.getByText('a question that you have begun is kept').waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await shot(page, 'sign-in-ended-phone');
    await page.getByRole('button', { name: `Sign in with ${host}` }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${console.url}/ask`);
    await question.waitFor();
    expect(await question.inputValue()).toBe('Where is the half-written');
    await shot(page, 'signed-in-again-phone');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await soon(async () => {
      expect(provider.answered).toContain('POST /token/revocation 200');
    });
    await page.close();
  });
});
