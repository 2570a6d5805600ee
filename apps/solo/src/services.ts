import { answerer } from '@quarry/answerer';
import type { ServiceDefinition } from '@quarry/engine';
import { gateway } from '@quarry/gateway';
import { graphExpander } from '@quarry/graph-expander';
import { historySummarizer } from '@quarry/history-summarizer';
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
];

/** Every action of every service: what pipelines are checked against. */
export const CATALOG: Catalog = SERVICES.flatMap((service) => service.catalog);
