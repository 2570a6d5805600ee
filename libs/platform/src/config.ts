import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  validateSync,
  ValidateIf,
} from 'class-validator';
import { Fault } from '@quarry/turn';

/** Everything that a process can be told from outside. Read once, passed in; nothing else reads the environment. */
export class QuarryConfig {
  /** Folder that holds index, graph, history and locks. */
  @IsString() @MinLength(1) dataDir!: string;
  @IsIn(['memory', 'bullmq']) carrier: 'memory' | 'bullmq' = 'memory';
  @IsString() redisUrl = 'redis://127.0.0.1:6379';
  /** Hash tag of all keys in Redis, so that several installations may share one. */
  @Matches(/^[\w:.-]{1,40}$/, { message: 'redisPrefix must be 1 to 40 letters, digits, or : . _ -' })
  redisPrefix = 'quarry:0';
  @IsString() searchIndexUrl!: string;
  @IsOptional() @IsString() elasticsearchApiKey?: string;
  @IsString() graphStoreUrl!: string;
  @IsString() historyStoreUrl!: string;
  @IsString() goldenStoreUrl!: string;
  @IsString() sessionCacheUrl!: string;
  /** `minilm:DIR`, `openai:BASE_URL#MODEL`, or `none`. */
  @IsString() embedderUrl!: string;
  @IsOptional() @IsString() embedderApiKey?: string;

  @IsIn(['extractive', 'openai', 'anthropic']) chatProvider: 'extractive' | 'openai' | 'anthropic' =
    'extractive';
  @ValidateIf((config: QuarryConfig) => config.chatBaseUrl !== undefined)
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  chatBaseUrl?: string;
  @IsOptional() @IsString() chatApiKey?: string;
  @IsOptional() @IsString() chatModel?: string;

  @IsString() host = '127.0.0.1';
  @IsInt() @Min(0) @Max(65_535) port = 4780;
  /** Where health and metrics of any service are served; null: nowhere. */
  @IsOptional() @IsInt() @Min(0) @Max(65_535) opsPort?: number;
  @IsString() opsHost = '127.0.0.1';
  /** Seconds that a starting service waits for its stores before it begins without those that it can do without. */
  @IsInt() @Min(0) @Max(3_600) storeWaitSeconds = 60;
  /** `key=tenant` pairs; empty = no keys, one tenant `local`, loopback only. */
  apiKeys: Readonly<Record<string, string>> = {};
  /** Extra folders with pipelines, beside the built-in ones. */
  pipelineDirs: readonly string[] = [];
  /** Default repository and snapshot, for pipelines that name none. */
  @IsOptional() @IsString() repository?: string;
  @IsInt() @Min(1) @Max(1_000) concurrency = 20;
  @IsIn(['silent', 'error', 'warn', 'info', 'debug']) logLevel:
    'silent' | 'error' | 'warn' | 'info' | 'debug' = 'warn';
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
  SESSION_CACHE_URL: 'sessionCacheUrl',
  EMBEDDER_URL: 'embedderUrl',
  EMBEDDER_API_KEY: 'embedderApiKey',
  QUARRY_CHAT_PROVIDER: 'chatProvider',
  QUARRY_CHAT_BASE_URL: 'chatBaseUrl',
  QUARRY_CHAT_API_KEY: 'chatApiKey',
  QUARRY_CHAT_MODEL: 'chatModel',
  QUARRY_HOST: 'host',
  QUARRY_PORT: 'port',
  QUARRY_OPS_PORT: 'opsPort',
  QUARRY_OPS_HOST: 'opsHost',
  QUARRY_STORE_WAIT: 'storeWaitSeconds',
  QUARRY_API_KEYS: 'apiKeys',
  QUARRY_PIPELINES: 'pipelineDirs',
  QUARRY_REPOSITORY: 'repository',
  QUARRY_CONCURRENCY: 'concurrency',
  QUARRY_LOG_LEVEL: 'logLevel',
} as const satisfies Record<string, keyof QuarryConfig>;

/**
 * Reads the configuration. `overrides` (command-line options) win over the environment, which wins over the defaults.
 * @throws Fault `bad_request` that names each wrong setting.
 */
export function readConfig(
  overrides: Partial<QuarryConfig> = {},
  env: NodeJS.ProcessEnv = process.env,
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
  // Turns of one session may run on several machines: they share what they found where they share the queues.
  if (config.carrier === 'bullmq' && merged['sessionCacheUrl'] === undefined)
    config.sessionCacheUrl = config.redisUrl;
  if (merged['goldenStoreUrl'] === undefined)
    config.goldenStoreUrl = besideHistory(config.historyStoreUrl, dataDir);
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
function besideHistory(historyStoreUrl: string, dataDir: string): string {
  return /^elasticsearch:/i.test(historyStoreUrl) ? historyStoreUrl : `sqlite:${join(dataDir, 'golden.db')}`;
}

function parse(field: keyof QuarryConfig, value: string): unknown {
  switch (field) {
    case 'port':
    case 'opsPort':
    case 'storeWaitSeconds':
    case 'concurrency':
      return Number(value);
    case 'pipelineDirs':
      return value.split(':').filter((part) => part !== '');
    case 'apiKeys':
      return Object.fromEntries(value.split(',').map((pair) => splitKey(pair.trim())));
    default:
      return value;
  }
}

function splitKey(pair: string): readonly [string, string] {
  const at = pair.lastIndexOf('=');
  if (at <= 0 || at === pair.length - 1)
    throw new Fault(
      'bad_request',
      'QUARRY_API_KEYS must be a list of key=tenant pairs, separated by commas.',
    );
  return [pair.slice(0, at), pair.slice(at + 1)];
}
