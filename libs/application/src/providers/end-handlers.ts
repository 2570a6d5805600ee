import type { FactoryProvider } from '@nestjs/common';
import { PlacesHandler } from '../access/limits/places.handler';
import { UsageHandler } from '../access/limits/usage.handler';
import { ArchiveHandler } from '../archive/archive-handler';
import { END_HANDLERS, type EndHandler } from '../ends/end-handler';
import { WebhookHandler } from '../webhooks/webhook.handler';

/**
 * The end handlers in order; add a new handler here. Usage is counted first, a place is freed after its turn is
 * counted, and a webhook is notified after the turn is archived.
 */
export const endHandlers: FactoryProvider<readonly EndHandler[]> = {
  provide: END_HANDLERS,
  inject: [UsageHandler, PlacesHandler, ArchiveHandler, WebhookHandler],
  useFactory: (...handlers: EndHandler[]) => handlers,
};
