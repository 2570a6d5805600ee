import { Module, type DynamicModule } from '@nestjs/common';
import { CARRIER } from '@quarry/engine';
import type { Platform } from './platform';
import {
  CHAT_MODEL,
  CONFIG,
  EMBEDDER,
  GRAPH_STORE,
  HISTORY_STORE,
  SEARCH_INDEX,
  SESSION_CACHE,
  SNAPSHOTS,
} from './tokens';
import { SnapshotResolver } from './workspace';

/** Hands an opened {@link Platform} to every service of the process. */
@Module({})
export class PlatformModule {
  static of(platform: Platform): DynamicModule {
    const { config } = platform;
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: CARRIER, useValue: platform.carrier },
      { provide: SEARCH_INDEX, useValue: platform.searchIndex },
      { provide: GRAPH_STORE, useValue: platform.graphStore },
      { provide: HISTORY_STORE, useValue: platform.historyStore },
      { provide: SESSION_CACHE, useValue: platform.sessionCache },
      { provide: CHAT_MODEL, useValue: platform.chatModel },
      { provide: EMBEDDER, useValue: platform.embedder },
      { provide: SNAPSHOTS, useValue: new SnapshotResolver(config.dataDir, config.repository) },
    ];
    return {
      module: PlatformModule,
      global: true,
      providers,
      exports: providers.map((provider) => provider.provide),
    };
  }
}
