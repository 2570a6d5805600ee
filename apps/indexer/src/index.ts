import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@quarry/engine';
import { IndexWorker } from './index-worker';

export { IndexWorker, RUN_EXEC_ARGV } from './index-worker';

@Module({ providers: [IndexWorker] })
class IndexerModule {}

/**
 * Turns sources into chunks, sections and graph, by running indexing jobs of the record store. It takes no part in
 * turns, so it has no queue and no actions.
 */
export const indexer: ServiceDefinition = {
  name: 'indexer',
  takesHops: false,
  // A job is retried if a store is unavailable; the rest of this process continues.
  stores: { search: 'optional', graph: 'optional' },
  module: IndexerModule,
  catalog: [],
};
