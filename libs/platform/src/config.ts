import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  validateSync,
  ValidateIf,
} from 'class-validator';
import { CHAT_PROVIDERS, type ChatProvider } from '@quarry/chat-model';
import { Fault } from '@quarry/turn';
import { checkIssuer, claimNames, DEFAULT_CLAIMS, keysAndTenants, type JwtClaims } from './access-settings';

/** What passes turns from service to service, as an operator names it. */
const CARRIERS = ['memory', 'embedded', 'bullmq'] as const;

const WEB = { require_tld: false, protocols: ['http', 'https'], require_protocol: true };

/** Everything that a process can be told from outside. Read once, passed in; nothing else reads the environment. */
export class QuarryConfig {
  /** Folder that holds index, graph, history and locks. */
  @IsString() @MinLength(1) dataDir!: string;
  @IsIn(CARRIERS) carrier: (typeof CARRIERS)[number] = 'memory';
  @IsString() redisUrl = 'redis://127.0.0.1:6379';
  /** Hash tag of all keys in Redis, so that several installations may share one. */
  @Matches(/^[\w:.-]{1,40}$/, { message: 'redisPrefix must be 1 to 40 letters, digits, or : . _ -' })
  redisPrefix = 'quarry:0';
  @IsString() searchIndexUrl!: string;
  @IsOptional() @IsString() elasticsearchApiKey?: string;
  @IsString() graphStoreUrl!: string;
  @IsString() historyStoreUrl!: string;
  @IsString() goldenStoreUrl!: string;
  @IsString() recordStoreUrl!: string;
  @IsString() turnArchiveUrl!: string;
  /** Days that finished turns, their logs and prompts are kept for. */
  @IsInt() @Min(1) @Max(36_500) turnRetentionDays = 30;
  /** Are prompts kept beside the turns that sent them? */
  @IsIn(['on', 'off']) keepPrompts: 'on' | 'off' = 'on';
  @IsString() sessionCacheUrl!: string;
  /** `minilm:DIR`, `openai:BASE_URL#MODEL`, or `none`. */
  @IsString() embedderUrl!: string;
  @IsOptional() @IsString() embedderApiKey?: string;

  @IsIn(CHAT_PROVIDERS) chatProvider: ChatProvider = 'extractive';
  @ValidateIf((config: QuarryConfig) => config.chatBaseUrl !== undefined)
  @IsUrl(WEB)
  chatBaseUrl?: string;
  @IsOptional() @IsString() chatApiKey?: string;
  @IsOptional() @IsString() chatModel?: string;
  /** OpenAI-compatible endpoint of a model made for checking claims, such as MiniCheck. */
  @ValidateIf((config: QuarryConfig) => config.claimCheckerBaseUrl !== undefined)
  @IsUrl(WEB)
  claimCheckerBaseUrl?: string;
  @IsOptional() @IsString() claimCheckerApiKey?: string;
  @IsOptional() @IsString() claimCheckerModel?: string;

  @IsString() host = '127.0.0.1';
  @IsInt() @Min(0) @Max(65_535) port = 4780;
  /** Where health and metrics of any service are served; null: nowhere. */
  @IsOptional() @IsInt() @Min(0) @Max(65_535) opsPort?: number;
  @IsString() opsHost = '127.0.0.1';
  /** Seconds that a process which is asked to end waits for the hops that it runs; what runs longer is handed back. */
  @IsInt() @Min(0) @Max(3_600) closeWaitSeconds = 10;
  /** Seconds that a starting service waits for its stores before it begins without those that it can do without. */
  @IsInt() @Min(0) @Max(3_600) storeWaitSeconds = 60;
  /** `key=tenant` pairs; empty = no keys, one tenant `local`, loopback only. */
  apiKeys: Readonly<Record<string, string>> = {};
  /** Whose tokens (JWT) let their bearers in, as they name it in `iss`; none: only keys do. */
  @ValidateIf((config: QuarryConfig) => config.jwtIssuer !== undefined)
  @IsUrl(WEB, { message: 'jwtIssuer must be a URL' })
  jwtIssuer?: string;
  /** Whom tokens must be for, as they name it in `aud`. */
  @IsOptional() @IsString() jwtAudience?: string;
  /** Where the issuer publishes its keys; `/.well-known/jwks.json` of the issuer where none is given. */
  @ValidateIf((config: QuarryConfig) => config.jwtJwksUrl !== undefined)
  @IsUrl(WEB, { message: 'jwtJwksUrl must be a URL' })
  jwtJwksUrl?: string;
  /** What the claims of a token are called that say what its bearer may do; a name may be a path, with dots. */
  jwtClaims: JwtClaims = DEFAULT_CLAIMS;
  /** Requests that a key may send in a minute where it says nothing of its own; 0: as many as it likes. */
  @IsInt() @Min(0) @Max(1_000_000) rateLimit = 1_200;
  /** Credentials that do not hold which an address may send in a minute. */
  @IsInt() @Min(1) @Max(1_000_000) failedAttempts = 60;
  /** Model tokens that a key may spend in a day where it says nothing of its own; none: as many as it likes. */
  @IsOptional() @IsInt() @Min(1) dayTokens?: number;
  /** Money that a key may spend in a day where it says nothing of its own, in the currency of the price tables; none: as much as it likes. */
  @IsOptional() @IsPositive() dayCost?: number;
  /** Addresses and networks of the proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[] = [];
  /** Extra folders with pipelines, beside the built-in ones. */
  pipelineDirs: readonly string[] = [];
  /** Folders that indexing jobs of the API may read from; `{tenant}` in one stands for the tenant's name. */
  @Matches(/^\//, { each: true, message: 'each of indexRoots must be an absolute path' })
  indexRoots: readonly string[] = [];
  /** Are secrets in what is indexed masked? `off`: they go into the index and to the model. */
  @IsIn(['on', 'off']) maskSecrets: 'on' | 'off' = 'on';
  /** Default repository and snapshot, for pipelines that name none. */
  @IsOptional() @IsString() repository?: string;
  /** Event streams that a gateway holds open at a time: in all, and for one API key. */
  @IsInt() @Min(1) @Max(100_000) maxStreams = 4_000;
  @IsInt() @Min(1) @Max(100_000) maxStreamsPerKey = 1_000;
  /** Turns that run at a time: in all, and for one API key. */
  @IsInt() @Min(1) @Max(1_000_000) maxTurns = 4_000;
  @IsInt() @Min(1) @Max(100_000) maxTurnsPerKey = 200;
  /** Seconds after which a client that does not read its stream is let go. */
  @IsInt() @Min(1) @Max(3_600) streamStallSeconds = 120;
  /** May webhooks be sent over plain HTTP, and to this machine and its networks? For developers. */
  @IsIn(['on', 'off']) webhookAllowPrivate: 'on' | 'off' = 'off';
  /** What secrets of webhooks are encrypted with in the records: 32 bytes each, in base64; the first encrypts, all decrypt. None: they are kept as they are. */
  @Matches(/^[A-Za-z0-9+/_-]{43}=?$/, {
    each: true,
    message:
      'each of secretsKeys (QUARRY_SECRETS_KEY) must be 32 bytes in base64, as `openssl rand -base64 32` makes them',
  })
  secretsKeys: readonly string[] = [];
  @IsInt() @Min(1) @Max(1_000) concurrency = 20;
  @IsIn(['silent', 'error', 'warn', 'info', 'debug']) logLevel:
    'silent' | 'error' | 'warn' | 'info' | 'debug' = 'warn';
  @IsIn(['text', 'json']) logFormat: 'text' | 'json' = 'text';
  /** Base of the OTLP/HTTP receiver that spans are sent to; absent: nothing is traced. */
  @ValidateIf((config: QuarryConfig) => config.traceEndpoint !== undefined)
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  traceEndpoint?: string;
}

/** Environment variable → field. Every one has a row in `docs/configuration.md`; a test compares the two. */
export const ENVIRONMENT = {
  QUARRY_DATA: 'dataDir',
  QUARRY_CARRIER: 'carrier',
  REDIS_URL: 'redisUrl',
  QUARRY_REDIS_PREFIX: 'redisPrefix',
  SEARCH_INDEX_URL: 'searchIndexUrl',
  ELASTICSEARCH_API_KEY: 'elasticsearchApiKey',
  GRAPH_STORE_URL: 'graphStoreUrl',
  HISTORY_STORE_URL: 'historyStoreUrl',
  GOLDEN_STORE_URL: 'goldenStoreUrl',
  RECORD_STORE_URL: 'recordStoreUrl',
  TURN_ARCHIVE_URL: 'turnArchiveUrl',
  QUARRY_TURN_RETENTION_DAYS: 'turnRetentionDays',
  QUARRY_KEEP_PROMPTS: 'keepPrompts',
  SESSION_CACHE_URL: 'sessionCacheUrl',
  EMBEDDER_URL: 'embedderUrl',
  EMBEDDER_API_KEY: 'embedderApiKey',
  QUARRY_CHAT_PROVIDER: 'chatProvider',
  QUARRY_CHAT_BASE_URL: 'chatBaseUrl',
  QUARRY_CHAT_API_KEY: 'chatApiKey',
  QUARRY_CHAT_MODEL: 'chatModel',
  QUARRY_CLAIM_CHECKER_BASE_URL: 'claimCheckerBaseUrl',
  QUARRY_CLAIM_CHECKER_API_KEY: 'claimCheckerApiKey',
  QUARRY_CLAIM_CHECKER_MODEL: 'claimCheckerModel',
  QUARRY_HOST: 'host',
  QUARRY_PORT: 'port',
  QUARRY_OPS_PORT: 'opsPort',
  QUARRY_OPS_HOST: 'opsHost',
  QUARRY_CLOSE_WAIT: 'closeWaitSeconds',
  QUARRY_STORE_WAIT: 'storeWaitSeconds',
  QUARRY_API_KEYS: 'apiKeys',
  QUARRY_JWT_ISSUER: 'jwtIssuer',
  QUARRY_JWT_AUDIENCE: 'jwtAudience',
  QUARRY_JWT_JWKS_URL: 'jwtJwksUrl',
  QUARRY_JWT_CLAIMS: 'jwtClaims',
  QUARRY_RATE_LIMIT: 'rateLimit',
  QUARRY_FAILED_ATTEMPTS: 'failedAttempts',
  QUARRY_DAY_TOKENS: 'dayTokens',
  QUARRY_DAY_COST: 'dayCost',
  QUARRY_TRUSTED_PROXIES: 'trustedProxies',
  QUARRY_PIPELINES: 'pipelineDirs',
  QUARRY_INDEX_ROOTS: 'indexRoots',
  QUARRY_MASK_SECRETS: 'maskSecrets',
  QUARRY_REPOSITORY: 'repository',
  QUARRY_MAX_STREAMS: 'maxStreams',
  QUARRY_MAX_STREAMS_PER_KEY: 'maxStreamsPerKey',
  QUARRY_MAX_TURNS: 'maxTurns',
  QUARRY_MAX_TURNS_PER_KEY: 'maxTurnsPerKey',
  QUARRY_STREAM_STALL: 'streamStallSeconds',
  QUARRY_WEBHOOK_ALLOW_PRIVATE: 'webhookAllowPrivate',
  QUARRY_SECRETS_KEY: 'secretsKeys',
  QUARRY_CONCURRENCY: 'concurrency',
  QUARRY_LOG_LEVEL: 'logLevel',
  QUARRY_LOG_FORMAT: 'logFormat',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'traceEndpoint',
} as const satisfies Record<string, keyof QuarryConfig>;

/**
 * Reads the configuration. `overrides` (command-line options) win over the environment, which wins over the defaults.
 * @param use `serve`: turns that others ask outlive the process, unless something else is set; `command`: those that a command asks end with it
 * @throws Fault `bad_request` that names each wrong setting.
 */
export function readConfig(
  overrides: Partial<QuarryConfig> = {},
  env: NodeJS.ProcessEnv = process.env,
  use: 'serve' | 'command' = 'command',
): QuarryConfig {
  const fromEnv: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(ENVIRONMENT)) {
    const value = env[name];
    if (value !== undefined && value !== '') fromEnv[field] = parse(field, value);
  }
  const merged: Record<string, unknown> = { ...fromEnv, ...overrides };
  const dataDir = findDataDir(overrides.dataDir, env);
  const chatProvider =
    merged['chatProvider'] ?? (merged['chatModel'] === undefined ? 'extractive' : 'openai');
  const known = { ...defaults(dataDir), chatProvider, ...merged, dataDir };
  const config = plainToInstance(QuarryConfig, known);
  if (use === 'serve' && merged['carrier'] === undefined) config.carrier = 'embedded';
  if (use === 'command' && config.carrier === 'embedded') config.carrier = 'memory';
  // Turns of one session may run on several machines: they share what they found where they share the queues.
  if (config.carrier === 'bullmq' && merged['sessionCacheUrl'] === undefined)
    config.sessionCacheUrl = config.redisUrl;
  if (merged['goldenStoreUrl'] === undefined)
    config.goldenStoreUrl = besideHistory(config.historyStoreUrl, dataDir, 'golden.db');
  if (merged['recordStoreUrl'] === undefined)
    config.recordStoreUrl = besideHistory(config.historyStoreUrl, dataDir, 'records.db');
  if (merged['turnArchiveUrl'] === undefined)
    config.turnArchiveUrl = besideHistory(config.historyStoreUrl, dataDir, 'turns.db');
  const problems = validateSync(config).flatMap((problem) => Object.values(problem.constraints ?? {}));
  if (problems.length > 0)
    throw new Fault(
      'bad_request',
      `The configuration is wrong: ${problems.join('; ')}. See docs/configuration.md.`,
    );
  if (config.chatProvider !== 'extractive' && config.chatModel === undefined) {
    throw new Fault(
      'bad_request',
      `QUARRY_CHAT_PROVIDER is '${config.chatProvider}' but no model is named: set QUARRY_CHAT_MODEL.`,
    );
  }
  if ((config.claimCheckerModel === undefined) !== (config.claimCheckerBaseUrl === undefined)) {
    throw new Fault(
      'bad_request',
      'A checker of claims needs both its endpoint and its model: set QUARRY_CLAIM_CHECKER_BASE_URL and QUARRY_CLAIM_CHECKER_MODEL.',
    );
  }
  checkIssuer(config);
  return config;
}

/** The data folder: the one named, else `QUARRY_DATA`, else the nearest `.quarry` upwards that holds an index, else `.quarry` here. */
export function findDataDir(named?: string, env: NodeJS.ProcessEnv = process.env): string {
  const given = named ?? env['QUARRY_DATA'];
  if (given !== undefined && given !== '') return resolve(given);
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.quarry', 'workspace.json'))) return join(folder, '.quarry');
    if (dirname(folder) === folder) return resolve('.quarry');
  }
}

/** Where the embedding model's files are kept, shared by all data folders of a user. */
export function modelDir(): string {
  return join(homedir(), '.cache', 'quarry', 'models');
}

function defaults(dataDir: string): Partial<QuarryConfig> {
  return {
    searchIndexUrl: `sqlite:${join(dataDir, 'search')}`,
    graphStoreUrl: `sqlite:${join(dataDir, 'graph')}`,
    historyStoreUrl: `sqlite:${join(dataDir, 'history.db')}`,
    sessionCacheUrl: `sqlite:${join(dataDir, 'sessions.db')}`,
    embedderUrl: `minilm:${modelDir()}`,
  };
}

/** On the server that keeps the history; else in the data folder. */
function besideHistory(historyStoreUrl: string, dataDir: string, file: string): string {
  return /^elasticsearch:/i.test(historyStoreUrl) ? historyStoreUrl : `sqlite:${join(dataDir, file)}`;
}

/** Fields of `QuarryConfig` that hold a number, and a list: the compiler refuses one that is left out. */
type FieldOf<Kind> = {
  [Field in keyof QuarryConfig]-?: NonNullable<QuarryConfig[Field]> extends Kind ? Field : never;
}[keyof QuarryConfig];

const NUMBERS: Readonly<Record<FieldOf<number>, true>> = {
  port: true,
  opsPort: true,
  closeWaitSeconds: true,
  storeWaitSeconds: true,
  maxStreams: true,
  maxStreamsPerKey: true,
  maxTurns: true,
  maxTurnsPerKey: true,
  streamStallSeconds: true,
  concurrency: true,
  turnRetentionDays: true,
  rateLimit: true,
  failedAttempts: true,
  dayTokens: true,
  dayCost: true,
};

/** What separates the entries of a list. */
const LISTS: Readonly<Record<FieldOf<readonly string[]>, string>> = {
  pipelineDirs: ':',
  indexRoots: ':',
  trustedProxies: ',',
  secretsKeys: ',',
};

function parse(field: keyof QuarryConfig, value: string): unknown {
  if (field in NUMBERS) return Number(value);
  const separator = (LISTS as Readonly<Partial<Record<string, string>>>)[field];
  if (separator !== undefined)
    return value
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  if (field === 'apiKeys') return keysAndTenants(value);
  if (field === 'jwtClaims') return claimNames(value);
  return value;
}
