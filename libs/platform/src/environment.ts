import { claimNames, keysAndTenants } from './access-settings';
import type { QuarryConfig } from './quarry-config';
import { sensitivityModels } from './sensitivity-models';

/** Environment variable → field. Each has a row in `docs/configuration.md`; a test compares them. */
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
  RERANKER_URL: 'rerankerUrl',
  RERANKER_MODEL: 'rerankerModel',
  RERANKER_API_KEY: 'rerankerApiKey',
  DOCUMENT_PARSER_URL: 'documentParserUrl',
  QUARRY_OCR: 'ocr',
  QUARRY_OCR_LANGUAGES: 'ocrLanguages',
  QUARRY_OCR_DATA: 'ocrData',
  QUARRY_CHAT_PROVIDER: 'chatProvider',
  QUARRY_CHAT_BASE_URL: 'chatBaseUrl',
  QUARRY_CHAT_API_KEY: 'chatApiKey',
  QUARRY_CHAT_MODEL: 'chatModel',
  QUARRY_SENSITIVITY_MODELS: 'sensitivityModels',
  QUARRY_LOCAL_CHAT_BASE_URL: 'localChatBaseUrl',
  QUARRY_LOCAL_CHAT_API_KEY: 'localChatApiKey',
  QUARRY_LOCAL_CHAT_MODEL: 'localChatModel',
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
  QUARRY_OIDC_CLIENT_ID: 'oidcClientId',
  QUARRY_OIDC_CLIENT_SECRET: 'oidcClientSecret',
  QUARRY_OIDC_SCOPE: 'oidcScope',
  QUARRY_RATE_LIMIT: 'rateLimit',
  QUARRY_FAILED_ATTEMPTS: 'failedAttempts',
  QUARRY_DAY_TOKENS: 'dayTokens',
  QUARRY_DAY_COST: 'dayCost',
  QUARRY_TRUSTED_PROXIES: 'trustedProxies',
  QUARRY_PIPELINES: 'pipelineDirs',
  QUARRY_INDEX_ROOTS: 'indexRoots',
  QUARRY_GIT_HOSTS: 'gitHosts',
  QUARRY_UPLOADS: 'uploadsDir',
  QUARRY_EDITOR_URL: 'editorUrl',
  QUARRY_MASK_SECRETS: 'maskSecrets',
  QUARRY_LABELS: 'labels',
  QUARRY_REPOSITORY: 'repository',
  QUARRY_MAX_STREAMS: 'maxStreams',
  QUARRY_MAX_STREAMS_PER_KEY: 'maxStreamsPerKey',
  QUARRY_MAX_TURNS: 'maxTurns',
  QUARRY_MAX_TURNS_PER_KEY: 'maxTurnsPerKey',
  QUARRY_STREAM_STALL: 'streamStallSeconds',
  QUARRY_WEBHOOK_ALLOW_PRIVATE: 'webhookAllowPrivate',
  QUARRY_SECRETS_KEY: 'secretsKeys',
  QUARRY_CONCURRENCY: 'concurrency',
  QUARRY_LOCAL_HANDOVER: 'localHandover',
  QUARRY_LOG_LEVEL: 'logLevel',
  QUARRY_LOG_FORMAT: 'logFormat',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'traceEndpoint',
} as const satisfies Record<string, keyof QuarryConfig>;

/** The settings of the environment, by field. Unset and empty variables are left out. */
export function readEnvironment(env: NodeJS.ProcessEnv): Readonly<Record<string, unknown>> {
  const settings: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(ENVIRONMENT)) {
    const value = env[name];
    if (value !== undefined && value !== '') settings[field] = parse(field, value);
  }
  return settings;
}

/** Fields of `QuarryConfig` with values of a kind. The compiler rejects a table that misses one. */
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

/** Separators of lists. */
const LISTS: Readonly<Record<FieldOf<readonly string[]>, string>> = {
  pipelineDirs: ':',
  indexRoots: ':',
  gitHosts: ',',
  trustedProxies: ',',
  secretsKeys: ',',
};

/** Parses the text of a setting. @throws Fault `bad_request` for API keys or claims that cannot be read */
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
  if (field === 'sensitivityModels') return sensitivityModels(value);
  return value;
}
