import { answerer } from '@quarry/answerer';
import type { ServiceDefinition } from '@quarry/engine';
import { gateway } from '@quarry/gateway';
import { graphExpander } from '@quarry/graph-expander';
import { historySummarizer } from '@quarry/history-summarizer';
import { indexer } from '@quarry/indexer';
import { loopGuard } from '@quarry/loop-guard';
import type { Catalog } from '@quarry/pipeline';
import { retriever } from '@quarry/retriever';
import { router } from '@quarry/router';

/** All services. A new one adds a line. */
export const SERVICES: readonly ServiceDefinition[] = [
  gateway,
  router,
  retriever,
  graphExpander,
  answerer,
  historySummarizer,
  loopGuard,
  indexer,
];

/** Names of those that take part in turns: each has a queue of its name. */
export const QUEUE_NAMES: readonly string[] = SERVICES.filter(({ takesHops }) => takesHops).map(
  ({ name }) => name,
);

/** Every action of every service: what pipelines are checked against. */
export const CATALOG: Catalog = SERVICES.flatMap((service) => service.catalog);
