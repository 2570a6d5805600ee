import { exportJWK, generateKeyPair } from 'jose';
import { AUDIENCE, Issuer } from '../../../../test/issuer/issuer';
import { TokenIssuer } from './token-issuer';

const CLAIMS = {
  ...{ tenant: 'tenant', role: 'role', pipelines: 'pipelines', repositories: 'repositories' },
  ...{ groups: 'groups', sensitivity: 'sensitivity' },
};

describe('TokenIssuer', () => {
  let issuer: Issuer;
  let tokens: TokenIssuer;
  beforeAll(async () => {
    issuer = await Issuer.start();
  });
  beforeEach(async () => {
    await issuer.publishOwn();
    issuer.status = 200;
    issuer.fetched = 0;
    tokens = new TokenIssuer({ jwtIssuer: issuer.url, jwtAudience: AUDIENCE, jwtClaims: CLAIMS });
  });
  afterAll(() => issuer.close());

  it('returns the bearer of a valid token and its expiry; fetches the keys once for many tokens', async () => {
    const bearer = await tokens.find(await issuer.token({ role: 'maintainer', pipelines: 'code' }));
    expect(bearer?.caller).toMatchObject({ tenant: 'acme', role: 'maintainer', pipelines: ['code'] });
    expect((bearer?.until ?? 0) - Date.now()).toBeGreaterThan(290_000);
    expect(await tokens.find(await issuer.token({ aud: ['other', AUDIENCE] }))).not.toBeNull();
    expect(issuer.fetched).toBe(1);
  });

  it('rejects every forged token', async () => {
    const forged = await issuer.forged();
    expect(forged.size).toBeGreaterThan(24);
    for (const [wrong, token] of forged)
      expect({ wrong, bearer: await tokens.find(token) }).toEqual({ wrong, bearer: null });
    expect(await tokens.find('')).toBeNull();
  });

  it('accepts a key that the issuer publishes later', async () => {
    const next = await generateKeyPair('ES256', { extractable: true });
    await tokens.find(await issuer.token());
    issuer.published.push({ ...(await exportJWK(next.publicKey)), kid: 'next', alg: 'ES256' });
    const signed = { key: next.privateKey, alg: 'ES256', kid: 'next' };
    expect(await tokens.find(await issuer.token({}, signed))).toBeNull();
    // An unknown key triggers a new fetch, but a flood of unknown keys does not.
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
    expect((await tokens.find(await issuer.token({}, signed)))?.caller.tenant).toBe('acme');
    now.mockRestore();
    expect(issuer.fetched).toBe(2);
  });

  it('reports that the keys cannot be fetched, and tries again for the next token', async () => {
    issuer.status = 503;
    await expect(tokens.find(await issuer.token())).rejects.toMatchObject({
      code: 'issuer_unavailable',
      retryable: true,
    });
    issuer.status = 200;
    expect(await tokens.find(await issuer.token())).not.toBeNull();
  });

  it('rejects every token if no issuer is configured', async () => {
    const none = new TokenIssuer({ jwtClaims: CLAIMS });
    expect(none.exists).toBe(false);
    expect(await none.find(await issuer.token())).toBeNull();
  });
});
