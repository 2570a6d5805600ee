import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@quarry/engine';
import { IndexWorker } from './index-worker';

export { IndexWorker, RUN_EXEC_ARGV } from './index-worker';

@Module({ providers: [IndexWorker] })
class IndexerModule {}

/** Sources into chunks, sections and graph: works on indexing jobs of the store of records. It takes no part in turns, so it has no queue and no actions. */
export const indexer: ServiceDefinition = {
  name: 'indexer',
  takesHops: false,
  // A job that comes while one is away is tried again; what else runs in this process goes on.
  stores: { search: 'optional', graph: 'optional' },
  module: IndexerModule,
  catalog: [],
};
