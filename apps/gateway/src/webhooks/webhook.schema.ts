import { MAX_URL, WEBHOOK_EVENTS } from '@quarry/application/webhooks';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { queryInteger } from '../http/fields';

/** The body of `POST /v1/webhooks`. */
const NEW_WEBHOOK = z.strictObject({
  url: z.string().max(MAX_URL).meta({
    example: 'https://hooks.example.com/quarry',
    description: 'URL to send messages to: https, a public address, without user and password.',
  }),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .refine((events) => new Set(events).size === events.length, { error: 'must name each event once' })
    .default(['turn.finished'])
    .meta({ uniqueItems: true, description: 'Events to send; by default only `turn.finished`.' }),
  description: z.string().max(500).default('').describe('Description, at most 500 characters.'),
});

/** The query of `GET /v1/webhooks/{id}/deliveries`. */
const DELIVERIES = z.strictObject({
  limit: queryInteger(1, 200).default(20).describe('Maximum number of deliveries.'),
});

export class NewWebhookDto extends createZodDto(NEW_WEBHOOK) {}
export class DeliveriesQuery extends createZodDto(DELIVERIES) {}
