import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Configuration } from 'oidc-provider';

/** Claims of the accounts that can sign in, by the name that is typed. */
type Accounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A real OpenID provider on this machine (`oidc-provider`), with its own pages for signing in. It requires PKCE, and
 * returns a client to registered addresses only.
 */
export interface Provider {
  readonly url: string;
  /** Paths and statuses of the requests that it answered. */
  readonly answered: readonly string[];
  /** The refresh tokens that it gave out. */
  readonly refreshTokens: readonly string[];
  close(): Promise<void>;
}

/** @param secret of the client; without one, it is a public client */
export async function startProvider(options: {
  readonly port: number;
  readonly clientId: string;
  readonly secret?: string;
  readonly redirectUri: string;
  readonly accounts: Accounts;
  /** Seconds that an ID token is valid. */
  readonly seconds?: number;
  /** Whether it has a page for signing out. */
  readonly signsOut?: boolean;
}): Promise<Provider> {
  const { port, clientId, secret, redirectUri, accounts, seconds = 300, signsOut = true } = options;
  const { Provider: OidcProvider } = await import('oidc-provider');
  const url = `http://127.0.0.1:${port}`;
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        ...(signsOut ? { post_logout_redirect_uris: [redirectUri] } : {}),
        ...(secret === undefined
          ? { token_endpoint_auth_method: 'none' }
          : { client_secret: secret, token_endpoint_auth_method: 'client_secret_basic' }),
      },
    ],
    features: {
      rpInitiatedLogout: { enabled: signsOut },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
    },
    rotateRefreshToken: true,
    pkce: { required: () => true },
    claims: { openid: ['sub', 'tenant', 'role'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of a test'] },
    ttl: {
      IdToken: seconds,
      AccessToken: 300,
      RefreshToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    renderError: (context, { error }) => {
      context.body = error;
    },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...accounts[id] }),
    }),
  };
  const info = jest.spyOn(console, 'warn').mockReturnValue();
  const provider = new OidcProvider(url, configuration);
  info.mockRestore();
  const refreshTokens: string[] = [];
  provider.on('refresh_token.saved', ({ jti }) => refreshTokens.push(jti));
  const answered: string[] = [];
  const handle = provider.callback();
  const server = createServer((request, response) => {
    response.once('finish', () => {
      answered.push(`${request.method} ${request.url?.split('?')[0]} ${response.statusCode}`);
    });
    void handle(request, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url,
    answered,
    refreshTokens,
    close: async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}
