import { ApiProperty } from '@nestjs/swagger';
import {
  type Delivery,
  type DeliveryRecord,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookRecord,
} from '@quarry/application/webhooks';

export class WebhookDto {
  @ApiProperty({ example: 'wh_1f2e3d4c5b6a798081726354', description: 'Identity of the webhook.' })
  readonly id!: string;
  @ApiProperty({ example: 'https://hooks.example.com/quarry', description: 'Where it sends to.' })
  readonly url!: string;
  @ApiProperty({ enum: WEBHOOK_EVENTS, isArray: true, description: 'What it is told of.' })
  readonly events!: readonly WebhookEvent[];
  @ApiProperty({ description: 'For people; may be empty.' })
  readonly description!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was made.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'First failure since the last success; null where the last delivery succeeded.',
  })
  readonly failingSince!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Why nothing is sent any more; null where it is in use. A ping that succeeds brings it back.',
  })
  readonly disabled!: string | null;
}

export class CreatedWebhookDto extends WebhookDto {
  @ApiProperty({
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    description: 'What deliveries are signed with. Shown here alone.',
  })
  readonly secret!: string;
}

export class WebhookListDto {
  @ApiProperty({ type: [WebhookDto], description: 'Newest first.' })
  readonly webhooks!: readonly WebhookDto[];
}

export class WebhookDeletedDto {
  @ApiProperty({ description: 'Identity of the webhook.' })
  readonly id!: string;
  @ApiProperty({ description: 'True: it is gone, with what waited for it.' })
  readonly deleted!: boolean;
}

export class AttemptDto {
  @ApiProperty({ format: 'date-time', description: 'When it was tried.' })
  readonly at!: string;
  @ApiProperty({ type: 'integer', description: 'Milliseconds that it took.' })
  readonly ms!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Status of the answer; null where there was none.',
  })
  readonly status!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why it failed; null where it did not.' })
  readonly problem!: string | null;
}

export class DeliveryDto {
  @ApiProperty({
    example: 'msg_0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    description: 'Identity of the message, the same in every attempt: the header `webhook-id`.',
  })
  readonly id!: string;
  @ApiProperty({ enum: [...WEBHOOK_EVENTS, 'webhook.ping'], description: 'What it tells.' })
  readonly event!: Delivery['event'];
  @ApiProperty({ type: String, nullable: true, description: 'Turn that it tells of.' })
  readonly turn!: string | null;
  @ApiProperty({
    enum: ['open', 'delivered', 'failed'],
    description: '`open`: it is tried, or tried again; `failed`: it was given up.',
  })
  readonly state!: Delivery['state'];
  @ApiProperty({ format: 'date-time', description: 'When it was written.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When it is tried next; null where it is over.',
  })
  readonly nextAt!: string | null;
  @ApiProperty({ type: [AttemptDto], description: 'Oldest first.' })
  readonly attempts!: readonly AttemptDto[];
}

export class DeliveryListDto {
  @ApiProperty({ type: [DeliveryDto], description: 'Newest first, those of the last three days.' })
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
