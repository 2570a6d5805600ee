import { answerer } from '@quarry/answerer';
import type { ServiceDefinition } from '@quarry/engine';
import { headlessGateway } from '@quarry/gateway/headless';
import { graphExpander } from '@quarry/graph-expander';
import { historySummarizer } from '@quarry/history-summarizer';
import { indexer } from '@quarry/indexer';
import { loopGuard } from '@quarry/loop-guard';
import type { Catalog } from '@quarry/pipeline';
import { retriever } from '@quarry/retriever';
import { router } from '@quarry/router';

/** All services. The gateway has no client protocols yet: {@link withFace} adds them. A new service adds a line. */
export const SERVICES: readonly ServiceDefinition[] = [
  headlessGateway,
  router,
  retriever,
  graphExpander,
  answerer,
  historySummarizer,
  loopGuard,
  indexer,
];

/** Names of the services that take part in turns. Each has a queue of the same name. */
export const QUEUE_NAMES: readonly string[] = SERVICES.filter(({ takesHops }) => takesHops).map(
  ({ name }) => name,
);

/** Every action of every service, to check pipelines. */
export const CATALOG: Catalog = SERVICES.flatMap((service) => service.catalog);

/**
 * The services of turns except the gateway. A process that runs all of them hands a turn over to itself, from step to
 * step, without a queue.
 */
export const WORKER_SERVICES: readonly string[] = QUEUE_NAMES.filter((name) => name !== headlessGateway.name);
