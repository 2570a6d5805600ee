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
  ValidateIf,
} from 'class-validator';
import { CHAT_PROVIDERS, type ChatProvider } from '@quarry/chat-model';
import type { SensitivityModel } from '@quarry/repositories';
import { DEFAULT_CLAIMS, type JwtClaims } from './access-settings';

/** How turns travel between services. */
const CARRIERS = ['memory', 'embedded', 'bullmq'] as const;

const WEB = { require_tld: false, protocols: ['http', 'https'], require_protocol: true };

/** All settings of a process. Read once and passed in; nothing else reads the environment. */
export class QuarryConfig {
  /** Folder with the index, graph, history and locks. */
  @IsString() @MinLength(1) dataDir!: string;
  @IsIn(CARRIERS) carrier: (typeof CARRIERS)[number] = 'memory';
  @IsString() redisUrl = 'redis://127.0.0.1:6379';
  /** Hash tag of all keys in Redis, so that several installations can share one server. */
  @Matches(/^[\w:.-]{1,40}$/, { message: 'redisPrefix must be 1 to 40 letters, digits, or : . _ -' })
  redisPrefix = 'quarry:0';
  @IsString() searchIndexUrl!: string;
  @IsOptional() @IsString() elasticsearchApiKey?: string;
  @IsString() graphStoreUrl!: string;
  @IsString() historyStoreUrl!: string;
  @IsString() goldenStoreUrl!: string;
  @IsString() recordStoreUrl!: string;
  @IsString() turnArchiveUrl!: string;
  /** Days for which finished turns, their logs and prompts are kept. */
  @IsInt() @Min(1) @Max(36_500) turnRetentionDays = 30;
  /** `off`: prompts are not stored with the turns that sent them. */
  @IsIn(['on', 'off']) keepPrompts: 'on' | 'off' = 'on';
  @IsString() sessionCacheUrl!: string;
  /** `minilm:DIR`, `openai:BASE_URL#MODEL`, or `none`. */
  @IsString() embedderUrl!: string;
  @IsOptional() @IsString() embedderApiKey?: string;
  /** Base URL of a server with the `/rerank` protocol, or `none`. */
  @IsString() rerankerUrl = 'none';
  /** Model to name to that server; TEI needs none. */
  @IsOptional() @IsString() rerankerModel?: string;
  @IsOptional() @IsString() rerankerApiKey?: string;
  /** Server that parses documents in place of Quarry's own loaders: `docling:URL`, `tika:URL`, or `none`. */
  @IsString() documentParserUrl = 'none';

  @IsIn(CHAT_PROVIDERS) chatProvider: ChatProvider = 'extractive';
  @ValidateIf((config: QuarryConfig) => config.chatBaseUrl !== undefined)
  @IsUrl(WEB)
  chatBaseUrl?: string;
  @IsOptional() @IsString() chatApiKey?: string;
  @IsOptional() @IsString() chatModel?: string;
  /** OpenAI-compatible endpoint of the model that is named `local` in `sensitivityModels`. */
  @ValidateIf((config: QuarryConfig) => config.localChatBaseUrl !== undefined)
  @IsUrl(WEB)
  localChatBaseUrl?: string;
  @IsOptional() @IsString() localChatApiKey?: string;
  @IsOptional() @IsString() localChatModel?: string;
  /** Which model may see which sensitivity, lowest first. Empty: the chat model may see all. */
  sensitivityModels: readonly SensitivityModel[] = [];
  /** OpenAI-compatible endpoint of a model made for checking claims, such as MiniCheck. */
  @ValidateIf((config: QuarryConfig) => config.claimCheckerBaseUrl !== undefined)
  @IsUrl(WEB)
  claimCheckerBaseUrl?: string;
  @IsOptional() @IsString() claimCheckerApiKey?: string;
  @IsOptional() @IsString() claimCheckerModel?: string;

  @IsString() host = '127.0.0.1';
  @IsInt() @Min(0) @Max(65_535) port = 4780;
  /** Port that serves health and metrics of any service; not served if unset. */
  @IsOptional() @IsInt() @Min(0) @Max(65_535) opsPort?: number;
  @IsString() opsHost = '127.0.0.1';
  /** Seconds that a stopping process waits for its running hops; hops that run longer are handed back. */
  @IsInt() @Min(0) @Max(3_600) closeWaitSeconds = 10;
  /** Seconds that a starting service waits for its stores; it then starts without those that are optional. */
  @IsInt() @Min(0) @Max(3_600) storeWaitSeconds = 60;
  /** `key=tenant` pairs; empty = no keys, one tenant `local`, loopback only. */
  apiKeys: Readonly<Record<string, string>> = {};
  /** Accepted issuer of tokens (JWT), the value of `iss`; if unset, only API keys are accepted. */
  @ValidateIf((config: QuarryConfig) => config.jwtIssuer !== undefined)
  @IsUrl(WEB, { message: 'jwtIssuer must be a URL' })
  jwtIssuer?: string;
  /** Required audience of tokens, the value of `aud`. */
  @IsOptional() @IsString() jwtAudience?: string;
  /** URL of the issuer's keys; `/.well-known/jwks.json` of the issuer if unset. */
  @ValidateIf((config: QuarryConfig) => config.jwtJwksUrl !== undefined)
  @IsUrl(WEB, { message: 'jwtJwksUrl must be a URL' })
  jwtJwksUrl?: string;
  /** Names of the claims that carry a caller's permissions; a name can be a path with dots. */
  jwtClaims: JwtClaims = DEFAULT_CLAIMS;
  /** Client id of this gateway at the issuer, at which users of the console can then sign in (OpenID Connect). */
  @IsOptional() @IsString() oidcClientId?: string;
  /** Secret of that client; unset for a public client, which PKCE alone protects. */
  @IsOptional() @IsString() oidcClientSecret?: string;
  /** Scopes that a sign-in asks for. */
  @IsString() oidcScope = 'openid profile';
  /** Requests per minute for a key without its own limit; 0: unlimited. */
  @IsInt() @Min(0) @Max(1_000_000) rateLimit = 1_200;
  /** Requests with invalid credentials per minute and address. */
  @IsInt() @Min(1) @Max(1_000_000) failedAttempts = 60;
  /** Model tokens per day for a key without its own limit; unlimited if unset. */
  @IsOptional() @IsInt() @Min(1) dayTokens?: number;
  /** Cost per day for a key without its own limit, in the currency of the price tables; unlimited if unset. */
  @IsOptional() @IsPositive() dayCost?: number;
  /** Addresses and networks of trusted proxies, whose `X-Forwarded-For` is used. */
  trustedProxies: readonly string[] = [];
  /** Folders with pipelines, in addition to the built-in ones. */
  pipelineDirs: readonly string[] = [];
  /** Folders that indexing jobs of the API can read; `{tenant}` stands for the tenant's name. */
  @Matches(/^\//, { each: true, message: 'each of indexRoots must be an absolute path' })
  indexRoots: readonly string[] = [];
  /** Hosts from which jobs fetch git repositories with the operator's git configuration, also at private addresses. */
  @Matches(/^[A-Za-z0-9.-]+(?::\d{1,5})?$/, {
    each: true,
    message: 'each of gitHosts must be the name of a host, with or without a port: git.example.com',
  })
  gitHosts: readonly string[] = [];
  /** Folder of uploads, which gateways and indexers share; `uploads` of the data folder if unset. */
  @IsOptional() @Matches(/^\//, { message: 'uploadsDir must be an absolute path' }) uploadsDir?: string;
  /** URL that opens a source in an editor: `vscode://file/{path}:{line}`; none if unset. */
  @IsOptional()
  @Matches(
    /^(?!(?:javascript|vbscript|data|blob|file|about):)[a-z][a-z0-9+.-]{1,40}:(?=.*\{(?:path|relative)\})\S{1,500}$/i,
    {
      message:
        'editorUrl must be the URL of an editor with {path} or {relative}, such as vscode://file/{path}:{line}',
    },
  )
  editorUrl?: string;
  /** `off`: secrets in indexed files are not masked, so they reach the index and the model. */
  @IsIn(['on', 'off']) maskSecrets: 'on' | 'off' = 'on';
  /**
   * `on`: every run reads pages without text by OCR. `auto`: a run that asks for it, and the later ones of its
   * repository.
   */
  @IsIn(['auto', 'on']) ocr: 'auto' | 'on' = 'auto';
  /** Languages of such pages, as Tesseract names them: `eng`, `deu+eng`. */
  @IsString() ocrLanguages = 'eng';
  /** Folder with `LANGUAGE.traineddata` for each of them; null: only `eng`, which is installed. */
  @IsOptional() @IsString() ocrData: string | null = null;
  /**
   * `enforce`: labels restrict what callers read. `warn`: indexing only reports how many files have no label.
   */
  @IsIn(['off', 'warn', 'enforce']) labels: 'off' | 'warn' | 'enforce' = 'off';
  /** Repositories of questions that name none: names and patterns, separated by commas; by default all. */
  @IsOptional() @IsString() repository?: string;
  /** Concurrent event streams of a gateway: in total, and per API key. */
  @IsInt() @Min(1) @Max(100_000) maxStreams = 4_000;
  @IsInt() @Min(1) @Max(100_000) maxStreamsPerKey = 1_000;
  /** Concurrent turns: in total, and per API key. */
  @IsInt() @Min(1) @Max(1_000_000) maxTurns = 4_000;
  @IsInt() @Min(1) @Max(100_000) maxTurnsPerKey = 200;
  /** Seconds after which a client that does not read its stream is disconnected. */
  @IsInt() @Min(1) @Max(3_600) streamStallSeconds = 120;
  /** `on`: webhooks can use plain HTTP and private addresses. For development only. */
  @IsIn(['on', 'off']) webhookAllowPrivate: 'on' | 'off' = 'off';
  /**
   * Keys that encrypt the secrets of webhooks in the record store: 32 bytes each, in base64. The first encrypts, all
   * decrypt. Empty: secrets are stored unencrypted.
   */
  @Matches(/^[A-Za-z0-9+/_-]{43}=?$/, {
    each: true,
    message:
      'each of secretsKeys (QUARRY_SECRETS_KEY) must be 32 bytes in base64, as `openssl rand -base64 32` makes them',
  })
  secretsKeys: readonly string[] = [];
  @IsInt() @Min(1) @Max(1_000) concurrency = 20;
  /** `off`: with `bullmq`, every hop goes through its queue, even if this process runs the next one as well. */
  @IsIn(['on', 'off']) localHandover: 'on' | 'off' = 'on';
  @IsIn(['silent', 'error', 'warn', 'info', 'debug']) logLevel:
    'silent' | 'error' | 'warn' | 'info' | 'debug' = 'warn';
  @IsIn(['text', 'json']) logFormat: 'text' | 'json' = 'text';
  /** Base URL of the OTLP/HTTP receiver of spans; if unset, tracing is off. */
  @ValidateIf((config: QuarryConfig) => config.traceEndpoint !== undefined)
  @IsUrl({ require_tld: false, protocols: ['http', 'https'], require_protocol: true })
  traceEndpoint?: string;
}
