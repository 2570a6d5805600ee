import { join } from 'node:path';
import { openChatModel, type ChatModel } from '@quarry/chat-model';
import { openEmbedder, type Embedder } from '@quarry/embedder';
import type { Carrier, PromptRecorder } from '@quarry/engine';
import { openGoldenStore, type GoldenStore } from '@quarry/golden-store';
import { openGraphStore, readingGraphSets, type GraphStore } from '@quarry/graph-store';
import { openHistoryStore, type HistoryStore } from '@quarry/history-store';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { openReranker, type Reranker } from '@quarry/reranker';
import {
  openSearchIndex,
  readingSets,
  type SearchIndex,
  type SearchIndexOptions,
} from '@quarry/search-index';
import { openSessionCache, type SessionCache } from '@quarry/session-cache';
import { Fault, defined, type Clock } from '@quarry/turn';
import { openTurnArchive, type TurnArchive } from '@quarry/turn-archive';
import { ArchiveRecorder } from './archive-recorder';
import { ClearedModel, type NamedModels } from './cleared-model';
import type { QuarryConfig } from './quarry-config';
import { observed, observedEmbedder, observedModel, observedReranker } from './observed';
import type { PlatformObserver } from './observer';
import { guarded } from './whole/guarded';

/** The stores of a data folder, the embedder of its vectors, and the reranker of what is found in them. */
export interface Stores {
  readonly searchIndex: SearchIndex;
  readonly graphStore: GraphStore;
  readonly historyStore: HistoryStore;
  readonly goldenStore: GoldenStore;
  readonly recordStore: RecordStore;
  readonly turnArchive: TurnArchive;
  /** Null if none is configured or available; `embedderProblem` then has the reason. */
  readonly embedder: Embedder | null;
  readonly embedderProblem: string | null;
  /** Null if none is configured. */
  readonly reranker: Reranker | null;
  close(): Promise<void>;
}

/** Everything that services use, opened as configured. */
export interface Platform extends Stores {
  readonly config: QuarryConfig;
  /** Milliseconds since the epoch: `Date`, except in tests. */
  readonly clock: Clock;
  readonly carrier: Carrier;
  readonly sessionCache: SessionCache;
  readonly chatModel: ChatModel;
  /** A model for checking claims; null if none is configured. */
  readonly claimChecker: ChatModel | null;
  /** Records prompts; null if recording is off. */
  readonly promptRecorder: PromptRecorder | null;
  /** Receives measurements of this process; null if none are collected. */
  readonly observer: PlatformObserver | null;
}

interface Closable {
  close(): Promise<void>;
}

/** Opened resources. Closes them once, in reverse order. */
class Opened {
  private readonly parts: Closable[] = [];

  keep<T extends Closable>(part: T): T {
    this.parts.unshift(part);
    return part;
  }

  async close(): Promise<void> {
    for (const part of this.parts.splice(0)) await part.close();
  }
}

/** Options for opening a store on Elasticsearch, such as the search index or the history, besides its URL. */
export function searchOptions(config: QuarryConfig): SearchIndexOptions {
  return config.elasticsearchApiKey === undefined ? {} : { apiKey: config.elasticsearchApiKey };
}

/** The configured chat model, otherwise the extractive responder. */
function chatModelOf(config: QuarryConfig): ChatModel {
  return openChatModel({
    provider: config.chatProvider,
    ...defined({ baseUrl: config.chatBaseUrl, apiKey: config.chatApiKey, model: config.chatModel }),
  });
}

/** The configured local model, or null. */
function localModelOf(config: QuarryConfig): ChatModel | null {
  const { localChatBaseUrl: baseUrl, localChatModel: model, localChatApiKey: apiKey } = config;
  if (baseUrl === undefined || model === undefined) return null;
  return openChatModel({ provider: 'openai', baseUrl, model, ...defined({ apiKey }) });
}

/** The model that may see texts of unknown sensitivity; the extractive responder if none may. */
export function modelOfUnlabelled(config: QuarryConfig): ChatModel {
  const model = config.sensitivityModels.at(-1)?.model ?? 'chat';
  if (model === 'chat') return chatModelOf(config);
  return (model === 'local' ? localModelOf(config) : null) ?? openChatModel({ provider: 'extractive' });
}

/** The configured model for checking claims, or null. */
function claimCheckerOf(config: QuarryConfig): ChatModel | null {
  const { claimCheckerBaseUrl: baseUrl, claimCheckerModel: model, claimCheckerApiKey: apiKey } = config;
  if (baseUrl === undefined || model === undefined) return null;
  return openChatModel({ provider: 'openai', baseUrl, model, ...defined({ apiKey }) });
}

/** The configured reranker, or null. */
function rerankerOf({
  rerankerUrl,
  rerankerModel: model,
  rerankerApiKey: apiKey,
}: QuarryConfig): Reranker | null {
  return openReranker(rerankerUrl, defined({ model, apiKey }));
}

/** Opens only the stores, for indexing: lost content can be rewritten. */
export async function openStores(config: QuarryConfig): Promise<Stores> {
  const opened = new Opened();
  try {
    const searchIndex = opened.keep(openSearchIndex(config.searchIndexUrl, searchOptions(config)));
    const graphStore = opened.keep(openGraphStore(config.graphStoreUrl));
    const historyStore = opened.keep(openHistoryStore(config.historyStoreUrl, searchOptions(config)));
    const goldenStore = opened.keep(openGoldenStore(config.goldenStoreUrl, searchOptions(config)));
    const recordStore = opened.keep(openRecordStore(config.recordStoreUrl, searchOptions(config)));
    const turnArchive = opened.keep(openTurnArchive(config.turnArchiveUrl, searchOptions(config)));
    const { embedder, problem } = await tryEmbedder(config);
    if (embedder) opened.keep(embedder);
    return {
      searchIndex,
      graphStore,
      historyStore,
      goldenStore,
      recordStore,
      turnArchive,
      embedder,
      embedderProblem: problem,
      reranker: rerankerOf(config),
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Opens only the stores, for reading. A snapshot without its recorded content throws Fault `index_damaged`. */
export async function openStoresToRead(config: QuarryConfig, clock: Clock = performance): Promise<Stores> {
  const stores = await openStores(config);
  const { searchIndex, graphStore, recordStore } = stores;
  return {
    ...stores,
    searchIndex: readingSets(guarded(searchIndex, 'search', recordStore, clock)),
    graphStore: readingGraphSets(guarded(graphStore, 'graph', recordStore, clock)),
  };
}

/** Opens stores, models and the carrier. If one cannot be opened, closes the others. */
export async function openPlatform(
  config: QuarryConfig,
  observer: PlatformObserver | null = null,
): Promise<Platform> {
  const opened = new Opened();
  try {
    const stores = opened.keep(await openStoresToRead(config));
    const [chat, local, checker] = [chatModelOf(config), localModelOf(config), claimCheckerOf(config)];
    const cleared = clearedModels(config, stores.recordStore);
    const chatModel = cleared(chat, { chat, local });
    const claimChecker = checker && cleared(checker, { chat: checker, local: null });
    const turnArchive = observer ? observed(stores.turnArchive, 'turns', observer) : stores.turnArchive;
    const promptRecorder = config.keepPrompts === 'on' ? opened.keep(new ArchiveRecorder(turnArchive)) : null;
    // The carrier is first, so that a wrong REDIS_URL is reported by that name. It is also closed first.
    const carrier = await openCarrier(config, observer);
    const { sessionCacheUrl, redisPrefix: prefix } = config;
    const sessionCache = opened.keep(openSessionCache(sessionCacheUrl, { prefix }));
    opened.keep(carrier);
    const parts = {
      ...stores,
      turnArchive,
      promptRecorder,
      config,
      clock: Date,
      carrier,
      sessionCache,
      chatModel,
      claimChecker,
      observer,
      close: () => opened.close(),
    };
    return observer === null ? parts : withObserver(parts, observer);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Models that see only texts of the sensitivities that the configuration allows them. */
function clearedModels(
  { sensitivityModels }: QuarryConfig,
  records: RecordStore,
): (usual: ChatModel, models: NamedModels) => ChatModel {
  return (usual, models) =>
    sensitivityModels.length === 0 ? usual : new ClearedModel(usual, models, sensitivityModels, records);
}

function withObserver(platform: Platform, observer: PlatformObserver): Platform {
  return {
    ...platform,
    searchIndex: observed(platform.searchIndex, 'search', observer),
    graphStore: observed(platform.graphStore, 'graph', observer),
    historyStore: observed(platform.historyStore, 'history', observer),
    goldenStore: observed(platform.goldenStore, 'golden', observer),
    recordStore: observed(platform.recordStore, 'records', observer),
    sessionCache: observed(platform.sessionCache, 'sessions', observer),
    chatModel: observedModel(platform.chatModel, observer),
    claimChecker: platform.claimChecker && observedModel(platform.claimChecker, observer),
    embedder: platform.embedder && observedEmbedder(platform.embedder, observer),
    reranker: platform.reranker && observedReranker(platform.reranker, observer),
  };
}

async function openCarrier(config: QuarryConfig, observer: PlatformObserver | null): Promise<Carrier> {
  // Loaded here, so that commands that only use the stores, such as a search, start without Nest and BullMQ.
  const { createEmbeddedCarrier, createMemoryCarrier } = await import('@quarry/engine');
  const { redisUrl, redisPrefix: prefix, concurrency, closeWaitSeconds, localHandover } = config;
  const common = {
    concurrency,
    closeMs: closeWaitSeconds * 1_000,
    ...(observer ? { onEnd: observer.turnEnded } : {}),
  };
  switch (config.carrier) {
    case 'memory':
      return createMemoryCarrier(common);
    case 'embedded':
      return createEmbeddedCarrier({ file: join(config.dataDir, 'carrier.db'), ...common });
    case 'bullmq':
      return (await import('@quarry/engine/bullmq')).createBullmqCarrier({
        ...{ redisUrl, prefix, handsOverHere: localHandover === 'on' },
        ...common,
      });
  }
}

/** An unavailable embedder is not an error: keyword search works without it, and reports that. */
async function tryEmbedder(
  config: QuarryConfig,
): Promise<{ readonly embedder: Embedder | null; readonly problem: string | null }> {
  try {
    const embedder = await openEmbedder(
      config.embedderUrl,
      config.embedderApiKey === undefined ? {} : { apiKey: config.embedderApiKey },
    );
    return { embedder, problem: embedder ? null : 'no embedding model is configured' };
  } catch (error) {
    if (error instanceof Fault && error.code === 'embedder_unavailable')
      return { embedder: null, problem: error.message };
    throw error;
  }
}
