import { Module, type DynamicModule } from '@nestjs/common';
import { CARRIER, HOP_OBSERVER, NOBODY, PROMPT_RECORDER, type ServiceDefinition } from '@quarry/engine';
import {
  CHAT_MODEL,
  CLAIM_CHECKER,
  CLOCK,
  CONFIG,
  EMBEDDER,
  GOLDEN_STORE,
  GRAPH_STORE,
  HISTORY_STORE,
  OBSERVER,
  type Platform,
  READINESS,
  RECORD_STORE,
  RERANKER,
  SEARCH_INDEX,
  SESSION_CACHE,
  SNAPSHOTS,
  SnapshotResolver,
  TURN_ARCHIVE,
  UNOBSERVED,
  readiness,
} from '@quarry/platform';

/** Provides an opened {@link Platform} to every service of the process; `services` are those that run in it. */
@Module({})
export class PlatformModule {
  static of(
    platform: Platform,
    services: readonly Pick<ServiceDefinition, 'stores'>[],
    snapshots = new SnapshotResolver(platform.config.dataDir, platform.config.repository),
  ): DynamicModule {
    const { config } = platform;
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: CLOCK, useValue: platform.clock },
      { provide: CARRIER, useValue: platform.carrier },
      { provide: HOP_OBSERVER, useValue: platform.observer ?? NOBODY },
      { provide: OBSERVER, useValue: platform.observer ?? UNOBSERVED },
      { provide: SEARCH_INDEX, useValue: platform.searchIndex },
      { provide: GRAPH_STORE, useValue: platform.graphStore },
      { provide: HISTORY_STORE, useValue: platform.historyStore },
      { provide: GOLDEN_STORE, useValue: platform.goldenStore },
      { provide: RECORD_STORE, useValue: platform.recordStore },
      { provide: TURN_ARCHIVE, useValue: platform.turnArchive },
      { provide: PROMPT_RECORDER, useValue: platform.promptRecorder },
      { provide: SESSION_CACHE, useValue: platform.sessionCache },
      { provide: CHAT_MODEL, useValue: platform.chatModel },
      { provide: CLAIM_CHECKER, useValue: platform.claimChecker },
      { provide: READINESS, useValue: () => readiness(platform, services) },
      { provide: EMBEDDER, useValue: platform.embedder },
      { provide: RERANKER, useValue: platform.reranker },
      { provide: SNAPSHOTS, useValue: snapshots },
    ];
    return {
      module: PlatformModule,
      global: true,
      providers,
      exports: providers.map((provider) => provider.provide),
    };
  }
}
