import { join } from 'node:path';
import { openChatModel, type ChatModel } from '@quarry/chat-model';
import { openEmbedder, type Embedder } from '@quarry/embedder';
import type { Carrier, PromptRecorder } from '@quarry/engine';
import { openGoldenStore, type GoldenStore } from '@quarry/golden-store';
import { openGraphStore, type GraphStore } from '@quarry/graph-store';
import { openHistoryStore, type HistoryStore } from '@quarry/history-store';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { openSearchIndex, type SearchIndex, type SearchIndexOptions } from '@quarry/search-index';
import { openSessionCache, type SessionCache } from '@quarry/session-cache';
import { Fault, defined, type Clock } from '@quarry/turn';
import { openTurnArchive, type TurnArchive } from '@quarry/turn-archive';
import { ArchiveRecorder } from './archive-recorder';
import type { QuarryConfig } from './quarry-config';
import { observed, observedEmbedder, observedModel } from './observed';
import type { PlatformObserver } from './observer';
import { guarded } from './whole/guarded';

/** The stores of a data folder, and the embedder that its vectors come from. */
export interface Stores {
  readonly searchIndex: SearchIndex;
  readonly graphStore: GraphStore;
  readonly historyStore: HistoryStore;
  readonly goldenStore: GoldenStore;
  readonly recordStore: RecordStore;
  readonly turnArchive: TurnArchive;
  /** Null where none is configured or can be had; `embedderProblem` then says why. */
  readonly embedder: Embedder | null;
  readonly embedderProblem: string | null;
  close(): Promise<void>;
}

/** Everything that services work with, opened by configuration. */
export interface Platform extends Stores {
  readonly config: QuarryConfig;
  /** By the epoch: `Date`, except in tests. */
  readonly clock: Clock;
  readonly carrier: Carrier;
  readonly sessionCache: SessionCache;
  readonly chatModel: ChatModel;
  /** A model made for checking claims; null where none is set. */
  readonly claimChecker: ChatModel | null;
  /** Keeps what models are sent; null where that is not wanted. */
  readonly promptRecorder: PromptRecorder | null;
  /** Told of what happens here; null where nobody counts it. */
  readonly observer: PlatformObserver | null;
}

interface Closable {
  close(): Promise<void>;
}

/** What was opened, to be closed in the reverse order, once. */
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

/** What opening a store on Elasticsearch, such as the search index or the history, needs beside its URL. */
export function searchOptions(config: QuarryConfig): SearchIndexOptions {
  return config.elasticsearchApiKey === undefined ? {} : { apiKey: config.elasticsearchApiKey };
}

/** The chat model that is set, else the extractive responder. */
export function chatModelOf(config: QuarryConfig): ChatModel {
  return openChatModel({
    provider: config.chatProvider,
    ...defined({ baseUrl: config.chatBaseUrl, apiKey: config.chatApiKey, model: config.chatModel }),
  });
}

/** The model made for checking claims that is set, or null. */
function claimCheckerOf(config: QuarryConfig): ChatModel | null {
  const { claimCheckerBaseUrl: baseUrl, claimCheckerModel: model, claimCheckerApiKey: apiKey } = config;
  if (baseUrl === undefined || model === undefined) return null;
  return openChatModel({ provider: 'openai', baseUrl, model, ...defined({ apiKey }) });
}

/** Opens the stores alone, as indexing needs them: what is lost can be written again. */
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
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Opens the stores alone, to be read: a snapshot that lacks what the records say was indexed throws Fault `index_damaged`. */
export async function openStoresToRead(config: QuarryConfig, clock: Clock = performance): Promise<Stores> {
  const stores = await openStores(config);
  const { searchIndex, graphStore, recordStore } = stores;
  return {
    ...stores,
    searchIndex: guarded(searchIndex, 'search', recordStore, clock),
    graphStore: guarded(graphStore, 'graph', recordStore, clock),
  };
}

/** Opens stores, models and the carrier. What was opened is closed again where a later part fails. */
export async function openPlatform(
  config: QuarryConfig,
  observer: PlatformObserver | null = null,
): Promise<Platform> {
  const opened = new Opened();
  try {
    const stores = opened.keep(await openStoresToRead(config));
    const chatModel = chatModelOf(config);
    const claimChecker = claimCheckerOf(config);
    const turnArchive = observer ? observed(stores.turnArchive, 'turns', observer) : stores.turnArchive;
    const promptRecorder = config.keepPrompts === 'on' ? opened.keep(new ArchiveRecorder(turnArchive)) : null;
    // The carrier first: a wrong REDIS_URL, which may serve both, is then reported by its own name. It is closed first, too.
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
  };
}

async function openCarrier(config: QuarryConfig, observer: PlatformObserver | null): Promise<Carrier> {
  // Loaded here: what works on the stores alone, such as a search, starts without Nest and BullMQ.
  const { createEmbeddedCarrier, createMemoryCarrier } = await import('@quarry/engine');
  const { redisUrl, redisPrefix: prefix, concurrency, closeWaitSeconds } = config;
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
      return (await import('@quarry/engine/bullmq')).createBullmqCarrier({ redisUrl, prefix, ...common });
  }
}

/** An embedder that cannot be had is no reason to fail: keyword search still works, and says so. */
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
