import { ApiProperty } from '@nestjs/swagger';
import {
  type Delivery,
  type DeliveryRecord,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookRecord,
} from '@quarry/application/webhooks';

export class WebhookDto {
  @ApiProperty({ example: 'wh_1f2e3d4c5b6a798081726354', description: 'Id of the webhook.' })
  readonly id!: string;
  @ApiProperty({ example: 'https://hooks.example.com/quarry', description: 'URL that messages are sent to.' })
  readonly url!: string;
  @ApiProperty({ enum: WEBHOOK_EVENTS, isArray: true, description: 'Events that are sent.' })
  readonly events!: readonly WebhookEvent[];
  @ApiProperty({ description: 'Description; may be empty.' })
  readonly description!: string;
  @ApiProperty({ format: 'date-time', description: 'Time of creation.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Time of the first failure since the last success; null if the last delivery succeeded.',
  })
  readonly failingSince!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the webhook is disabled; null if it is enabled. A successful ping enables it again.',
  })
  readonly disabled!: string | null;
}

export class CreatedWebhookDto extends WebhookDto {
  @ApiProperty({
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    description: 'Secret with which messages are signed. It is shown only once.',
  })
  readonly secret!: string;
}

export class WebhookListDto {
  @ApiProperty({ type: [WebhookDto], description: 'Newest first.' })
  readonly webhooks!: readonly WebhookDto[];
}

export class WebhookDeletedDto {
  @ApiProperty({ description: 'Id of the webhook.' })
  readonly id!: string;
  @ApiProperty({ description: 'Always true: the webhook and its pending messages are deleted.' })
  readonly deleted!: boolean;
}

export class AttemptDto {
  @ApiProperty({ format: 'date-time', description: 'Time of the attempt.' })
  readonly at!: string;
  @ApiProperty({ type: 'integer', description: 'Duration in milliseconds.' })
  readonly ms!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'HTTP status of the response; null if there was none.',
  })
  readonly status!: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reason of the failure; null if it did not fail.',
  })
  readonly problem!: string | null;
}

export class DeliveryDto {
  @ApiProperty({
    example: 'msg_0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    description: 'Id of the message, the same in every attempt: the header `webhook-id`.',
  })
  readonly id!: string;
  @ApiProperty({ enum: [...WEBHOOK_EVENTS, 'webhook.ping'], description: 'Event of the message.' })
  readonly event!: Delivery['event'];
  @ApiProperty({ type: String, nullable: true, description: 'Id of the turn of the event.' })
  readonly turn!: string | null;
  @ApiProperty({
    enum: ['open', 'delivered', 'failed'],
    description: '`open`: it will be attempted; `failed`: it was abandoned.',
  })
  readonly state!: Delivery['state'];
  @ApiProperty({ format: 'date-time', description: 'Time of creation of the message.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Time of the next attempt; null if there will be none.',
  })
  readonly nextAt!: string | null;
  @ApiProperty({ type: [AttemptDto], description: 'Attempts, oldest first.' })
  readonly attempts!: readonly AttemptDto[];
}

export class DeliveryListDto {
  @ApiProperty({ type: [DeliveryDto], description: 'Deliveries of the last three days, newest first.' })
  readonly deliveries!: readonly DeliveryDto[];
}

export function presentWebhook({ id, createdAt, value }: WebhookRecord): WebhookDto {
  const { url, events, description, failingSince, disabled } = value;
  return {
    ...{ id, url, events, description, createdAt: new Date(createdAt).toISOString() },
    failingSince: failingSince === null ? null : new Date(failingSince).toISOString(),
    disabled: disabled?.reason ?? null,
  };
}

export function presentDelivery({ id, createdAt, value }: DeliveryRecord): DeliveryDto {
  const { event, turn, state, attempts, nextAt } = value;
  return {
    ...{ id, event, turn, state, createdAt: new Date(createdAt).toISOString() },
    nextAt: state === 'open' ? new Date(nextAt).toISOString() : null,
    attempts: attempts.map(({ at, ...attempt }) => ({ at: new Date(at).toISOString(), ...attempt })),
  };
}
