import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWK,
} from 'jose';

export const AUDIENCE = 'quarry';

/** Deviations in the signature of a token. */
export interface Signed {
  readonly key?: CryptoKey;
  readonly alg?: string;
  readonly kid?: string;
}

type Claims = Readonly<Record<string, unknown>>;

/** A real token issuer on this machine: publishes its public key, signs with its private key, and forges tokens. */
export class Issuer {
  /** The published keys, and the status of the response. */
  published: JWK[] = [];
  status = 200;
  /** Number of fetches of its keys. */
  fetched = 0;

  private constructor(
    readonly url: string,
    private readonly pair: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey },
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<Issuer> {
    const pair = await generateKeyPair('RS256', { extractable: true });
    const server = createServer((request, response) => {
      issuer.fetched += 1;
      response.statusCode = request.url === '/.well-known/jwks.json' ? issuer.status : 404;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: issuer.published }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const issuer = new Issuer(url, pair, async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    });
    await issuer.publishOwn();
    return issuer;
  }

  async publishOwn(): Promise<void> {
    this.published = [{ ...(await exportJWK(this.pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  }

  /** Claims of a token that is valid for five minutes. */
  claims(change: Claims = {}): Claims {
    const now = Math.floor(Date.now() / 1_000);
    const own = { iss: this.url, aud: AUDIENCE, sub: 'user|1', tenant: 'acme', iat: now, exp: now + 300 };
    const all: readonly [string, unknown][] = Object.entries({ ...own, ...change });
    return Object.fromEntries(all.filter(([, value]) => value !== undefined));
  }

  token(change: Claims = {}, { key, alg = 'RS256', kid = 'one' }: Signed = {}): Promise<string> {
    return new SignJWT(this.claims(change))
      .setProtectedHeader({ alg, kid })
      .sign(key ?? this.pair.privateKey);
  }

  /** Tokens that must be rejected, by their defect. */
  async forged(): Promise<ReadonlyMap<string, string>> {
    const now = Math.floor(Date.now() / 1_000);
    const good = await this.token();
    const [header = '', claims = '', signature = ''] = good.split('.');
    const foreign = await generateKeyPair('RS256');
    const other = await generateKeyPair('PS256');
    return new Map([
      ['expired', await this.token({ exp: now - 60 })],
      ['never expires', await this.token({ exp: undefined })],
      ['not valid yet', await this.token({ nbf: now + 60 })],
      ['for another audience', await this.token({ aud: 'other' })],
      ['without an audience', await this.token({ aud: undefined })],
      ['of another issuer', await this.token({ iss: 'https://evil.example' })],
      ['of no issuer', await this.token({ iss: undefined })],
      ['without a subject', await this.token({ sub: undefined })],
      ['without a tenant', await this.token({ tenant: undefined })],
      ["of the tenant '*'", await this.token({ tenant: '*' })],
      ['with several tenants', await this.token({ tenant: ['acme', 'rival'] })],
      ['with pipelines that cannot be read', await this.token({ pipelines: { all: true } })],
      ['by an unknown key', await this.token({}, { kid: 'two' })],
      ['by a foreign key under the known name', await this.token({}, { key: foreign.privateKey })],
      ['by another algorithm', await this.token({}, { key: other.privateKey, alg: 'PS256' })],
      ['not signed, alg none', new UnsecuredJWT({ ...this.claims() }).encode()],
      ['not signed, signature empty', `${header}.${claims}.`],
      ['HS256 with the public key', this.hs256(await exportSPKI(this.pair.publicKey))],
      ['HS256 with the published key', this.hs256(JSON.stringify(this.published[0]))],
      ['HS256 with an empty secret', this.hs256('')],
      ['naming where its key is', withHeader(good, { jku: `${this.url}/evil.json` })],
      ['bringing its own key', withHeader(good, { jwk: await exportJWK(foreign.publicKey) })],
      ['with a critical extension', withHeader(good, { crit: ['b64'], b64: false })],
      ['changed after it was signed', [header, part(this.claims({ tenant: 'rival' })), signature].join('.')],
      ['cut off', good.slice(0, -10)],
      ['no token', 'a.b.c'],
    ]);
  }

  private hs256(secret: string): string {
    const text = `${part({ alg: 'HS256', kid: 'one' })}.${part(this.claims())}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  }
}

function withHeader(token: string, more: Claims): string {
  const [, claims, signature] = token.split('.');
  return [part({ alg: 'RS256', kid: 'one', ...more }), claims, signature].join('.');
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
