import type { FactoryProvider } from '@nestjs/common';
import { PlacesHandler } from '../access/limits/places.handler';
import { UsageHandler } from '../access/limits/usage.handler';
import { ArchiveHandler } from '../archive/archive-handler';
import { END_HANDLERS, type EndHandler } from '../ends/end-handler';
import { WebhookHandler } from '../webhooks/webhook.handler';

/** A new handler adds its class here: budgets wait for nothing, a place is free once its turn is counted, and a webhook is told when the archive has the turn. */
export const endHandlers: FactoryProvider<readonly EndHandler[]> = {
  provide: END_HANDLERS,
  inject: [UsageHandler, PlacesHandler, ArchiveHandler, WebhookHandler],
  useFactory: (...handlers: EndHandler[]) => handlers,
};
