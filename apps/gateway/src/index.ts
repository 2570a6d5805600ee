import { defineService } from '@quarry/engine';
import { accessFeature } from './access/feature';
import { consoleFeature } from './console/feature';
import { eventsFeature } from './events/feature';
import { goldenSetsFeature } from './golden-sets/feature';
import { GATEWAY } from './headless/gateway';
import { OpenRequests } from './http/open-requests';
import { mcpFeature } from './mcp/feature';
import { openaiFeature } from './openai/feature';
import { operationsFeature } from './operations/feature';
import { ownerFeature } from './owner/feature';
import { pipelinesFeature } from './pipelines/feature';
import { repositoriesFeature } from './repositories/feature';
import { revisionsFeature } from './revisions/feature';
import { searchFeature } from './search/feature';
import { sourcesFeature } from './sources/feature';
import { turnsFeature } from './turns/feature';
import { webhooksFeature } from './webhooks/feature';

export { eventSchemaDocument } from './events/event-schemas';
export { eventTable } from './events/event-table';
export { configureHttp } from './server/configure';
export { McpService } from './mcp/mcp.service';
export type { CallerContext } from './mcp/tool-context';

/** Order matters: routes are matched in this order. */
const FEATURES = [
  turnsFeature,
  revisionsFeature,
  goldenSetsFeature,
  pipelinesFeature,
  accessFeature,
  webhooksFeature,
  eventsFeature,
  openaiFeature,
  mcpFeature,
  searchFeature,
  repositoriesFeature,
  ownerFeature,
  consoleFeature,
  sourcesFeature,
  operationsFeature,
];

/** The gateway service with HTTP, SSE and access control: it starts turns and ends them. */
export const gateway = defineService({
  ...GATEWAY,
  providers: [...GATEWAY.providers, OpenRequests, ...FEATURES.flatMap(({ providers = [] }) => providers)],
  controllers: FEATURES.flatMap(({ controllers }) => controllers),
});
