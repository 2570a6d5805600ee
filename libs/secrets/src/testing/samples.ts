import { createHash } from 'node:crypto';

/**
 * A made-up secret in its vendor's published format. It is assembled at run time, so that no literal here looks like a
 * secret.
 */
export interface Sample {
  readonly kind: string;
  readonly value: string;
  /** The context that such a secret requires; absent if it may occur anywhere. */
  readonly path?: string;
  readonly text?: (value: string) => string;
}

const HEX = '0123456789abcdef';
const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = '123456789';

/** `length` characters of an alphabet: different for each seed, the same in every run. */
export function draw(alphabet: string, length: number, seed: string): string {
  let drawn = '';
  for (let block = 0; drawn.length < length; block++) {
    const bytes = createHash('sha256').update(`${seed} ${block}`).digest();
    for (const byte of bytes) drawn += alphabet[byte % alphabet.length] ?? '';
  }
  return drawn.slice(0, length);
}

/** Parts of a token: a literal, or an alphabet with a length. */
type Part = string | readonly [alphabet: string, length: number];

const UUID: readonly Part[] = [[HEX, 8], '-', [HEX, 4], '-', [HEX, 4], '-', [HEX, 4], '-', [HEX, 12]];

const ROWS: readonly (readonly [kind: string, ...parts: Part[]])[] = [
  ['aws-access-key-id', 'AK', 'IA', [BASE32, 16]],
  ['aws-bedrock-api-key', 'AB', 'SK', [ALNUM, 120]],
  ['aws-mws-auth-token', 'amzn', '.mws.', ...UUID],
  ['google-api-key', 'AI', 'za', [ALNUM, 35]],
  ['google-oauth-client-secret', 'GOC', 'SPX-', [ALNUM, 28]],
  ['google-oauth-access-token', 'ya', '29.', [ALNUM, 120]],
  ['google-oauth-refresh-token', '1/', '/0', [ALNUM, 60]],
  ['azure-client-secret', [ALNUM, 3], '8', 'Q~', [ALNUM, 34]],
  ['azure-devops-token', [ALNUM, 76], 'AZ', 'DO', [ALNUM, 4]],
  ['digitalocean-token', 'dop', '_v1_', [HEX, 64]],
  ['alibaba-access-key-id', 'LT', 'AI', [ALNUM, 20]],
  ['tencent-secret-id', 'AK', 'ID', [ALNUM, 32]],
  ['heroku-api-key', 'HRKU', '-AA', [ALNUM, 58]],
  ['flyio-token', 'fo', '1_', [ALNUM, 43]],
  ['scalingo-api-token', 'tk-', 'us-', [ALNUM, 48]],
  ['yandex-api-key', 'AQ', 'VN', [ALNUM, 38]],
  ['netlify-token', 'nf', 'p_', [ALNUM, 36]],
  ['render-api-key', 'rn', 'd_', [ALNUM, 32]],
  ['planetscale-token', 'pscale', '_tkn_', [ALNUM, 43]],
  ['supabase-token', 'sb', 'p_', [HEX, 40]],
  ['supabase-secret-key', 'sb_', 'secret_', [ALNUM, 31]],
  ['neon-api-key', 'na', 'pi_', [LOWER, 64]],
  ['mongodb-atlas-secret', 'mdb_', 'sa_sk_', [ALNUM, 52]],
  ['clickhouse-cloud-secret', '4b', '1d', [ALNUM, 38]],
  ['doppler-token', 'dp', '.pt.', [ALNUM, 43]],
  ['pulumi-access-token', 'pu', 'l-', [HEX, 40]],
  ['terraform-cloud-token', [ALNUM, 14], '.atlas', 'v1.', [ALNUM, 67]],
  ['infracost-api-key', 'ic', 'o-', [ALNUM, 32]],
  ['prefect-api-key', 'pn', 'u_', [LOWER, 36]],
  ['dynatrace-token', 'dt0', 'c01.', [UPPER, 24], '.', [UPPER, 64]],
  ['new-relic-user-key', 'NR', 'AK-', [UPPER, 27]],
  ['sentry-user-token', 'sntr', 'yu_', [HEX, 64]],
  ['posthog-personal-key', 'ph', 'x_', [ALNUM, 43]],
  ['age-secret-key', 'AGE-SECRET', '-KEY-1', ['QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58]],
  [
    '1password-secret-key',
    'A',
    '3-',
    [UPPER, 6],
    '-',
    [UPPER, 6],
    '-',
    [UPPER, 5],
    '-',
    [UPPER, 5],
    '-',
    [UPPER, 5],
    '-',
    [UPPER, 5],
  ],
  ['github-token', 'gh', 'p_', [ALNUM, 36]],
  ['github-token', 'github', '_pat_', [ALNUM, 82]],
  ['gitlab-personal-access-token', 'gl', 'pat-', [ALNUM, 20]],
  ['gitlab-token', 'gl', 'rt-', [ALNUM, 20]],
  ['bitbucket-app-password', 'AT', 'BB', [ALNUM, 32]],
  ['atlassian-api-token', 'ATA', 'TT3', [ALNUM, 186]],
  ['pypi-token', 'pypi-', 'AgEIcHlwaS5vcmc', [ALNUM, 150]],
  ['rubygems-api-key', 'ruby', 'gems_', [HEX, 48]],
  ['nuget-api-key', 'oy', '2', [LOWER, 43]],
  ['crates-io-token', 'ci', 'o', [ALNUM, 32]],
  ['clojars-token', 'CLO', 'JARS_', [LOWER, 60]],
  ['npm-access-token', 'np', 'm_', [ALNUM, 36]],
  ['docker-personal-access-token', 'dckr', '_pat_', [ALNUM, 27]],
  ['artifactory-api-key', 'AK', 'Cp', [ALNUM, 69]],
  ['circleci-token', 'CCI', 'PAT_', [ALNUM, 22], '_', [HEX, 40]],
  ['buildkite-token', 'bk', 'ua_', [HEX, 40]],
  ['harness-token', 'pa', 't.', [ALNUM, 22], '.', [HEX, 24], '.', [ALNUM, 20]],
  ['sonar-token', 'sq', 'u_', [HEX, 40]],
  ['sourcegraph-token', 'sg', 'p_', [HEX, 16], '_', [HEX, 40]],
  ['postman-api-key', 'PM', 'AK-', [HEX, 24], '-', [HEX, 34]],
  ['anthropic-api-key', 'sk-', 'ant-api03-', [ALNUM, 93], 'AA'],
  ['anthropic-token', 'sk-', 'ant-oat01-', [ALNUM, 95]],
  ['openai-token', 'sk-', 'proj-', [ALNUM, 74], 'T3Blbk', 'FJ', [ALNUM, 74]],
  ['openai-api-key', 'sk-', 'proj-', [ALNUM, 48]],
  ['openrouter-api-key', 'sk-', 'or-v1-', [HEX, 64]],
  ['deepseek-api-key', 's', 'k-', [HEX, 32]],
  ['huggingface-user-access-token', 'h', 'f_', [LETTERS, 34]],
  ['huggingface-user-access-token', 'h', 'f_', [ALNUM, 34]],
  ['groq-api-key', 'gs', 'k_', [ALNUM, 52]],
  ['replicate-api-token', 'r', '8_', [ALNUM, 37]],
  ['perplexity-api-key', 'pp', 'lx-', [ALNUM, 48]],
  ['xai-api-key', 'xa', 'i-', [ALNUM, 80]],
  ['nvidia-api-key', 'nv', 'api-', [ALNUM, 64]],
  ['pinecone-api-key', 'pc', 'sk_', [ALNUM, 6], '_', [ALNUM, 63]],
  ['langsmith-api-key', 'lsv', '2_pt_', [HEX, 32], '_', [HEX, 10]],
  ['stripe-secret-key-live', 'sk_', 'live_', [ALNUM, 24]],
  ['stripe-restricted-key-live', 'rk_', 'live_', [ALNUM, 99]],
  ['stripe-webhook-secret', 'wh', 'sec_', [ALNUM, 32]],
  ['square-token', 'sq0', 'atp-', [ALNUM, 22]],
  ['shopify-key', 'sh', 'pat_', [HEX, 32]],
  ['plaid-access-token', 'access-', 'production-', ...UUID],
  ['airtable-token', 'pa', 't', [ALNUM, 14], '.', [HEX, 64]],
  ['linear-api-token', 'lin', '_api_', [ALNUM, 40]],
  ['notion-integration-token', 'nt', 'n_', [DIGITS, 11], [ALNUM, 35]],
  ['figma-personal-access-token', 'fi', 'gd_', [ALNUM, 40]],
  ['contentful-token', 'CF', 'PAT-', [ALNUM, 43]],
  ['hubspot-token', 'pat-', 'na1-', ...UUID],
  ['mailchimp-api-key', [HEX, 32], '-u', 's12'],
  ['mailgun-api-key', 'ke', 'y-', [HEX, 32]],
  ['sendgrid-key', 'S', 'G.', [ALNUM, 22], '.', [ALNUM, 43]],
  ['brevo-api-key', 'xkey', 'sib-', [HEX, 64], '-', [ALNUM, 16]],
  ['slack-token', 'xo', 'xb-', [DIGITS, 12], '-', [DIGITS, 12], '-', [ALNUM, 24]],
  [
    'incoming-webhook',
    'https://hooks.',
    'slack.com/services/',
    'T',
    [UPPER, 9],
    '/B',
    [UPPER, 9],
    '/',
    [ALNUM, 24],
  ],
  ['discord-webhook', 'discord.com', '/api/webhooks/', [DIGITS, 18], '/', [ALNUM, 68]],
  ['telegram-bot-token', [DIGITS, 10], ':A', 'A', [ALNUM, 33]],
  ['facebook-access-token', 'EA', 'A', [ALNUM, 160]],
  ['grafana-service-account-token', 'gl', 'sa_', [ALNUM, 32], '_', [HEX, 8]],
  ['databricks-personal-access-token', 'da', 'pi', [HEX, 32]],
  ['hashicorp-vault-service-token', 'hv', 's.', [ALNUM, 95]],
  ['tailscale-auth-key', 'ts', 'key-auth-', [ALNUM, 16], '-', [ALNUM, 32]],
  ['cloudflare-user-api-token', 'cf', 'ut_', [ALNUM, 40], [HEX, 8]],
  ['vercel-personal-access-token', 'vc', 'p_', [ALNUM, 24]],
];

const pem = (label: string, seed: string): string => {
  const body = draw(`${ALNUM}+/`, 64 * 12, seed).match(/.{64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`].join('\n');
};

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** One sample of every kind; different for another seed. */
export function samples(seed = ''): readonly Sample[] {
  const random = (kind: string, alphabet: string, length: number): string =>
    draw(alphabet, length, `${kind} ${seed}`);
  return [
    ...ROWS.map(([kind, ...parts], row) => ({
      kind,
      value: parts
        .map((part, n) => (typeof part === 'string' ? part : random(`${row} ${n}`, ...part)))
        .join(''),
    })),
    ...['PRIVATE KEY', 'RSA PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'].map((label) => ({
      kind: 'private-key',
      value: pem(label, `${label} ${seed}`),
      text: (value: string) => `${value}\n`,
    })),
    {
      kind: 'connection-string-password',
      value: random('db', ALNUM, 16) + '7a',
      text: (value) => `url = "postgres://billing:${value}@db7.shop-internal.net:5432/billing"\n`,
    },
    {
      kind: 'url-password',
      value: random('url', ALNUM, 16) + '7a',
      text: (value) => `origin https://deploy:${value}@git.shop-internal.net/shop.git\n`,
    },
    {
      kind: 'connection-string-password',
      value: random('ado', ALNUM, 16) + '7a',
      text: (value) => `  Shop: "Server=db;Database=shop;User Id=sa;Password=${value};Encrypt=true"\n`,
    },
    {
      kind: 'json-web-token',
      value: [
        base64url('{"alg":"HS256","typ":"JWT"}'),
        base64url(`{"sub":"${random('sub', ALNUM, 12)}","iat":1716239022}`),
        random('signature', ALNUM, 43),
      ].join('.'),
    },
    {
      kind: 'bearer-token',
      value: random('authorization', ALNUM, 38) + '7a',
      text: (value) => `example: "curl -H 'Authorization: Bearer ${value}'"\n`,
    },
    {
      kind: 'basic-credential',
      value: Buffer.from(`shop:${random('basic', ALNUM, 16)}7a`).toString('base64'),
      text: (value) => `Authorization: Basic ${value}\n`,
    },
    {
      kind: 'azure-storage-key',
      value: `${random('storage', ALNUM, 86)}==`,
      text: (value) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${value};\n`,
    },
    {
      kind: 'secret',
      value: random('client', `${ALNUM}-_`, 39) + '7',
      text: (value) => `client_secret: "${value}"\n`,
    },
    { kind: 'token', value: random('bearer', HEX, 40), text: (value) => `  "auth_token": "${value}",\n` },
    {
      kind: 'password',
      value: random('password', ALNUM, 18) + '7a',
      text: (value) => `db_password = '${value}'\n`,
    },
    { kind: 'password', value: 'correct-horse', path: '.env', text: (value) => `DB_PASSWORD=${value}\n` },
    { kind: 'password', value: 'correct-horse', path: '.env', text: (value) => `SMTP_PASS=${value}\n` },
    {
      kind: 'credential',
      value: 'correct-horse',
      path: '.netrc',
      text: (value) => `machine a.b login c password ${value}\n`,
    },
  ];
}
