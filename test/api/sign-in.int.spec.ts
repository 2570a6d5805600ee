import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BegunSignInDto, SignedInDto, SignInEndedDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { indexFixture } from '../scenarios/index-fixture';
import { freePort } from '../servers/free-port';
import { startProvider, type Provider } from '../issuer/provider';
import { call, expectProblem, startGateway, type Call } from './gateway-under-test';

const ACCOUNTS = {
  ada: { name: 'Ada Lovelace', tenant: 'acme', role: 'maintainer' },
  nobody: { name: 'No Tenant' },
};

/** A visitor of the provider's pages: keeps its cookies, and follows its redirects until it is sent elsewhere. */
class Visitor {
  private readonly cookies = new Map<string, string>();

  /** Signs in and consents; the address that the provider sends the visitor back to. */
  async signIn(start: string, login: string, provider: string): Promise<URL> {
    let at = new URL(start);
    let body: string | undefined;
    for (let n = 0; n < 20; n += 1) {
      const response = await fetch(at, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        if (value === '') this.cookies.delete(name);
        else this.cookies.set(name, value);
      }
      const text = await response.text();
      body = undefined;
      const to = response.headers.get('location');
      if (to !== null) {
        at = new URL(to, at);
        if (!at.href.startsWith(provider)) return at;
      } else {
        const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
        if (prompt === undefined) throw new Error(`${response.status}: ${text.slice(0, 500)}`);
        at = new URL(/action="([^"]+)"/.exec(text)?.[1] ?? '', at);
        body = `prompt=${prompt}&login=${login}&password=any`;
      }
    }
    throw new Error('The provider redirects for ever.');
  }
}

describe.each([
  ['a public client', undefined],
  ['a client with a secret', 'secret-of-the-client-0123456789'],
])('signing in at an issuer, as %s', (_kind, secret) => {
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };
  let provider: Provider;
  let redirectUri: string;
  beforeAll(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const port = await freePort();
    gateway = await startGateway(fixture.dataDir, {
      jwtIssuer: `http://127.0.0.1:${port}`,
      jwtJwksUrl: `http://127.0.0.1:${port}/jwks`,
      jwtAudience: 'quarry',
      oidcClientId: 'quarry',
      ...(secret === undefined ? {} : { oidcClientSecret: secret }),
    });
    redirectUri = `${gateway.url}/sign-in`;
    const client = { clientId: 'quarry', redirectUri, ...(secret === undefined ? {} : { secret }) };
    provider = await startProvider({ port, ...client, accounts: ACCOUNTS });
  });
  afterAll(async () => {
    await gateway.close();
    await provider.close();
    await fixture.remove();
  });

  const begin = async (): Promise<BegunSignInDto> => {
    const { status, body } = await call<BegunSignInDto>(gateway.url, 'POST /v1/sign-in', {
      body: { redirectUri },
    });
    expect(status).toBe(200);
    return body;
  };
  const end = <Body = SignedInDto>({ url: _url, ...kept }: BegunSignInDto, parameters: string) =>
    call<Body>(gateway.url, 'POST /v1/sign-in/token', { body: { ...kept, redirectUri, parameters } });
  const returned = async ({ url }: BegunSignInDto, login: string): Promise<string> => {
    const back = await new Visitor().signIn(url, login, provider.url);
    expect(back.origin + back.pathname).toBe(redirectUri);
    return back.search.slice(1);
  };

  it('gives a token with the rights of its claims', async () => {
    const offer = await call(gateway.url, 'GET /v1/sign-in');
    expect(offer.body).toEqual({ issuer: new URL(provider.url).host });
    const begun = await begin();
    const { searchParams } = new URL(begun.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', scope: 'openid profile' },
      ...{ state: begun.state, nonce: begun.nonce, redirect_uri: redirectUri },
    });
    expect(begun.url).not.toContain(begun.codeVerifier);
    const { status, body, headers } = await end(begun, await returned(begun, 'ada'));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now());
    // The issuer's page for signing out: it knows the client, the session and the address to return to.
    const out = new URL(body.signOutUrl ?? '');
    expect(out.origin + out.pathname).toBe(`${provider.url}/session/end`);
    expect(Object.fromEntries(out.searchParams)).toEqual({
      ...{ client_id: 'quarry', post_logout_redirect_uri: redirectUri },
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect((await fetch(out)).status).toBe(200);
    out.searchParams.set('post_logout_redirect_uri', 'https://evil.example/sign-in');
    expect((await fetch(out)).status).toBe(400);
    const caller = await call(gateway.url, 'GET /v1/caller', { key: body.token });
    expect(caller.body).toMatchObject({ name: 'Ada Lovelace', tenant: 'acme', role: 'maintainer' });
  });

  it('refuses what another sign-in began, and a code that was used or invented', async () => {
    const mine = await begin();
    const parameters = await returned(mine, 'ada');
    const other = await begin();
    const code = new URLSearchParams(parameters).get('code') ?? '';
    const refused: readonly [BegunSignInDto, string][] = [
      [other, parameters],
      [{ ...mine, state: other.state }, parameters],
      [mine, 'error=access_denied&state=' + mine.state],
      [mine, `code=${code}`],
      [mine, `code=invented&state=${mine.state}`],
    ];
    for (const [begun, sent] of refused) expectProblem(await end(begun, sent), 401, 'unauthorized');
    // Each of these is checked by itself: the rest is right.
    for (const change of [{ nonce: other.nonce }, { codeVerifier: other.codeVerifier }]) {
      const begun = await begin();
      expectProblem(await end({ ...begun, ...change }, await returned(begun, 'ada')), 401, 'unauthorized');
    }
    const once = await begin();
    const used = await returned(once, 'ada');
    expect((await end(once, used)).status).toBe(200);
    expectProblem(await end(once, used), 401, 'unauthorized');
  });

  it('refuses a user without a tenant', async () => {
    const begun = await begin();
    expectProblem(await end(begun, await returned(begun, 'nobody')), 401, 'unauthorized');
  });

  it.each([
    'https://evil.example/',
    'https://evil.example/sign-in?x=1',
    'javascript:alert(1)',
    '/sign-in',
    'https://a@evil.example/sign-in',
  ])('does not begin a sign-in that returns to %j', async (elsewhere) => {
    const options: Pick<Call, 'body'> = { body: { redirectUri: elsewhere } };
    expectProblem(await call(gateway.url, 'POST /v1/sign-in', options), 400, 'bad_request');
  });

  it('leaves it to the provider to send nobody to an address that is not registered', async () => {
    const { body } = await call<BegunSignInDto>(gateway.url, 'POST /v1/sign-in', {
      body: { redirectUri: 'https://evil.example/sign-in' },
    });
    expect((await fetch(body.url, { redirect: 'manual' })).status).toBe(400);
  });
});

describe('a sign-in that is renewed', () => {
  const key = randomBytes(32).toString('base64');
  let fixture: Awaited<ReturnType<typeof indexFixture>>;
  let gateway: Running & { readonly url: string };
  let provider: Provider;
  let redirectUri: string;
  const serve = async (secretsKeys: readonly string[]): Promise<void> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    gateway = await startGateway(fixture.dataDir, {
      ...{ jwtIssuer: url, jwtJwksUrl: `${url}/jwks`, jwtAudience: 'quarry', oidcClientId: 'quarry' },
      ...{ oidcScope: 'openid profile offline_access', secretsKeys },
    });
    redirectUri = `${gateway.url}/sign-in`;
    provider = await startProvider({ port, clientId: 'quarry', redirectUri, accounts: ACCOUNTS });
  };
  beforeEach(async () => {
    fixture = await indexFixture('test/fixtures/dotnet-shop/app');
  });
  afterEach(async () => {
    await gateway.close();
    await provider.close();
    await fixture.remove();
  });

  const signIn = async (): Promise<SignedInDto> => {
    const { body } = await call<BegunSignInDto>(gateway.url, 'POST /v1/sign-in', { body: { redirectUri } });
    const { url, ...kept } = body;
    const parameters = (await new Visitor().signIn(url, 'ada', provider.url)).search.slice(1);
    const sent = { ...kept, redirectUri, parameters };
    return (await call<SignedInDto>(gateway.url, 'POST /v1/sign-in/token', { body: sent })).body;
  };
  const renew = <Body = SignedInDto>(renewal: string | null) =>
    call<Body>(gateway.url, 'POST /v1/sign-in/renewal', { body: { renewal } });
  const end = (renewal: string | null) =>
    call<SignInEndedDto>(gateway.url, 'POST /v1/sign-in/end', { body: { renewal } });
  const revocations = () =>
    provider.answered.filter((answer) => answer === 'POST /token/revocation 200').length;
  const recorded = (): string =>
    readdirSync(fixture.dataDir)
      .filter((name) => name.startsWith('records.db'))
      .map((name) => readFileSync(join(fixture.dataDir, name), 'latin1'))
      .join('');

  it('gives a new token and the next renewal, and shows and keeps no refresh token', async () => {
    await serve([key]);
    const first = await signIn();
    const second = await renew(first.renewal);
    expect(second.status).toBe(200);
    expect(second.headers.get('cache-control')).toBe('no-store');
    expect(second.body.renewal).not.toBe(first.renewal);
    const caller = await call(gateway.url, 'GET /v1/caller', { key: second.body.token });
    expect(caller.body).toMatchObject({ name: 'Ada Lovelace', tenant: 'acme', role: 'maintainer' });
    const third = await renew(second.body.renewal);
    expect(third.status).toBe(200);
    expect(provider.refreshTokens).toHaveLength(3);
    const shown = JSON.stringify([first, second.body, third.body]);
    for (const token of provider.refreshTokens) expect(`${shown}${recorded()}`).not.toContain(token);
    expect(recorded()).toContain('sign_in');
  });

  it('ends with a renewal that is not the last one: one of two has stolen it', async () => {
    await serve([key]);
    const { renewal } = await signIn();
    const other = `${renewal?.split('.')[0]}.${'x'.repeat(43)}`;
    expectProblem(await renew(other), 401, 'unauthorized');
    expect(revocations()).toBe(1);
    expectProblem(await renew(renewal), 401, 'unauthorized');
    expectProblem(await renew('0'.repeat(40)), 401, 'unauthorized');
  });

  it('ends when the issuer has ended it', async () => {
    await serve([key]);
    const { renewal } = await signIn();
    const body = new URLSearchParams({ token: provider.refreshTokens[0] ?? '', client_id: 'quarry' });
    expect((await fetch(`${provider.url}/token/revocation`, { method: 'POST', body })).status).toBe(200);
    expectProblem(await renew(renewal), 401, 'unauthorized');
    expectProblem(await renew(renewal), 401, 'unauthorized');
  });

  it('stays while the issuer is away', async () => {
    await serve([key]);
    const { renewal } = await signIn();
    const answer = { ...provider };
    await provider.close();
    expectProblem(await renew(renewal), 503, 'issuer_unavailable');
    const problem = await renew(renewal);
    expect(problem.status).toBe(503);
    provider = { ...answer, close: () => Promise.resolve() };
  });

  it('is forgotten and revoked at sign-out', async () => {
    await serve([key]);
    const { renewal } = await signIn();
    expect((await end(renewal)).body).toEqual({ ended: true });
    expect(revocations()).toBe(1);
    expectProblem(await renew(renewal), 401, 'unauthorized');
    expect((await end(renewal)).body).toEqual({ ended: false });
  });

  it('is not offered where nothing can be encrypted', async () => {
    await serve([]);
    expect((await signIn()).renewal).toBeNull();
    expect(recorded()).not.toContain(provider.refreshTokens[0]);
  });
});

describe('without an issuer', () => {
  it('no sign-in is offered or begun', async () => {
    const fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const gateway = await startGateway(fixture.dataDir, { apiKeys: { 'alice-key': 'acme' } });
    expect((await call(gateway.url, 'GET /v1/sign-in')).body).toEqual({ issuer: null });
    const body = { redirectUri: `${gateway.url}/sign-in` };
    expectProblem(await call(gateway.url, 'POST /v1/sign-in', { body }), 400, 'bad_request');
    await gateway.close();
    await fixture.remove();
  });

  it('an issuer without a page for signing out is left alone', async () => {
    const fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const issuer = {
      jwtIssuer: url,
      jwtJwksUrl: `${url}/jwks`,
      jwtAudience: 'quarry',
      oidcClientId: 'quarry',
    };
    const gateway = await startGateway(fixture.dataDir, issuer);
    const redirectUri = `${gateway.url}/sign-in`;
    const client = { clientId: 'quarry', redirectUri, accounts: ACCOUNTS };
    const provider = await startProvider({ port, ...client, signsOut: false });
    const begun = await call<BegunSignInDto>(gateway.url, 'POST /v1/sign-in', { body: { redirectUri } });
    const { url: start, ...kept } = begun.body;
    const parameters = (await new Visitor().signIn(start, 'ada', provider.url)).search.slice(1);
    const body = { ...kept, redirectUri, parameters };
    const { status, body: signedIn } = await call<SignedInDto>(gateway.url, 'POST /v1/sign-in/token', {
      body,
    });
    expect(status).toBe(200);
    expect(signedIn.signOutUrl).toBeNull();
    await gateway.close();
    await provider.close();
    await fixture.remove();
  });

  it('an issuer that is away is reported, and found once it is back', async () => {
    const fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const port = await freePort();
    const issuer = { jwtIssuer: `http://127.0.0.1:${port}`, jwtAudience: 'quarry', oidcClientId: 'quarry' };
    const gateway = await startGateway(fixture.dataDir, issuer);
    const body = { redirectUri: `${gateway.url}/sign-in` };
    expectProblem(await call(gateway.url, 'POST /v1/sign-in', { body }), 503, 'issuer_unavailable');
    const provider = await startProvider({ port, clientId: 'quarry', ...body, accounts: {} });
    expect((await call(gateway.url, 'POST /v1/sign-in', { body })).status).toBe(200);
    await gateway.close();
    await provider.close();
    await fixture.remove();
  });
});
