import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { recordReader, recordSnapshot, takeLease, type HeldLease } from '@quarry/lease';
import { CLOCK, CONFIG, RECORD_STORE, type QuarryConfig } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import type { Clock } from '@quarry/turn';
import { DISABLED_AFTER, retryAfter } from './schedule';
import { SecretCipher } from '../stored-secrets/secret-cipher';
import { sendOnce } from './sender';
import { secretOwner, tagOf, WEBHOOKS, type Attempt, type Delivery, type Webhook } from './webhook';
import type { DeliveryRecord, WebhookRecord } from './webhook.service';

/** How long a delivery is leased for one attempt, in milliseconds: longer than an attempt takes. */
const LEASE_MS = 30_000;
/** Maximum stored attempts: those of the schedule, and the newest manual ones. */
const MOST_ATTEMPTS = 30;
/** Number of attempts to change a webhook while others change it. */
const TRIES = 5;

/** Attempts deliveries, and records the result in the delivery and in its webhook. */
@Injectable()
export class Deliverer {
  /** Distinguishes the gateways of all processes. */
  private readonly owner = randomUUID();
  private readonly logger = new Logger('webhooks');
  private readonly allowPrivate: boolean;
  private readonly secrets: SecretCipher;
  /** Webhooks whose unreadable secret was logged. */
  private readonly unread = new Set<string>();

  constructor(
    @Inject(RECORD_STORE) private readonly records: RecordStore,
    @Inject(CONFIG) config: QuarryConfig,
    @Inject(CLOCK) private readonly clock: Clock = Date,
  ) {
    this.allowPrivate = config.webhookAllowPrivate === 'on';
    this.secrets = new SecretCipher(config.secretsKeys);
  }

  /**
   * Tries one delivery now.
   * @returns the delivery after the attempt; null if another gateway tries it
   * @throws Fault of the store
   */
  async attempt(record: DeliveryRecord, signal: AbortSignal): Promise<Delivery | null> {
    const held = await this.take(record);
    if (!held) return null;
    await held.release(await this.send(record, held.value, signal));
    return held.lost.aborted ? null : held.value;
  }

  private take(record: DeliveryRecord): Promise<HeldLease<Delivery> | null> {
    const snapshot = recordSnapshot(this.records, record, tagOf);
    const read = recordReader<Delivery>(this.records, record, tagOf);
    // Gateways of earlier versions see `nextAt` only.
    const begin = (value: Delivery) => ({ ...value, nextAt: this.clock.now() + LEASE_MS });
    const terms = { owner: this.owner, durationMs: LEASE_MS, clock: this.clock };
    return takeLease({ snapshot, read, begin }, terms);
  }

  /** @returns how the attempt changes the delivery */
  private async send(
    { tenant, id }: DeliveryRecord,
    value: Delivery,
    signal: AbortSignal,
  ): Promise<(value: Delivery) => Delivery> {
    const webhook = await this.records.get<Webhook>(WEBHOOKS, tenant, value.webhook);
    const gone = goneBecause(webhook, value);
    if (!webhook || gone !== null) {
      const attempt = this.refused(gone);
      return (now) => ({ ...over(now), attempts: [...now.attempts, attempt] });
    }
    const { url } = webhook.value;
    const secret = this.secrets.decrypt(webhook.value.secret, secretOwner(webhook));
    if (secret === null) {
      const attempt = this.unsigned(webhook);
      return (now) => this.afterAttempt(now, attempt);
    }
    this.unread.delete(webhook.id);
    const message = { id, url, secret, body: value.body };
    const tried = await sendOnce(message, { allowPrivate: this.allowPrivate }, signal, this.clock);
    // The gateway shut down during the attempt: that says nothing about the endpoint.
    if (signal.aborted) return (now) => ({ ...now, nextAt: this.clock.now() });
    await this.note(webhook, tried, this.afterAttempt(value, tried).state === 'failed');
    return (now) => this.afterAttempt(now, tried);
  }

  /**
   * An attempt that says nothing about the endpoint. It is retried like any other, so that the operator has time to fix
   * the key.
   */
  private unsigned({ tenant, id }: WebhookRecord): Attempt {
    if (!this.unread.has(id))
      this.logger.error(
        `webhook ${id} of ${tenant}: its secret was encrypted with a key that is not in QUARRY_SECRETS_KEY, or was altered. ` +
          'Add that key to the setting of every gateway, or have the webhook created again.',
      );
    this.unread.add(id);
    return this.refused(
      'Nothing was sent: this gateway cannot read the secret of the webhook. Its operator can fix it.',
    );
  }

  private refused(problem: string | null): Attempt {
    return { at: this.clock.now(), ms: 0, status: null, problem };
  }

  private afterAttempt(value: Delivery, tried: Attempt): Delivery {
    const attempts = [...value.attempts, tried].slice(-MOST_ATTEMPTS);
    if (tried.problem === null) return { ...value, attempts, state: 'delivered' };
    const wait = value.event === 'webhook.ping' || tried.status === 410 ? null : retryAfter(attempts.length);
    if (wait === null) return { ...over(value), attempts };
    return { ...value, attempts, nextAt: this.clock.now() + wait };
  }

  /** Updates the status of the endpoint: works again, fails, or is disabled. */
  private async note({ tenant, id }: WebhookRecord, tried: Attempt, givenUp: boolean): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const record = await this.records.get<Webhook>(WEBHOOKS, tenant, id);
      if (!record) return;
      const secret = this.secrets.renew(record.value.secret, secretOwner(record));
      const next = webhookAfter(record.value, tried, givenUp);
      if (!next && secret === record.value.secret) return;
      const value = { ...(next ?? record.value), secret };
      if (await this.records.save({ ...record, revision: record.revision + 1, value })) return;
    }
  }
}

/** Why nothing is sent; null if it is. A ping is also sent to a disabled webhook, to test it. */
function goneBecause(webhook: WebhookRecord | null, { event }: Delivery): string | null {
  if (!webhook) return 'The webhook was deleted.';
  return webhook.value.disabled !== null && event !== 'webhook.ping' ? 'The webhook is disabled.' : null;
}

function over(value: Delivery): Delivery {
  return { ...value, state: 'failed' };
}

/** How an attempt changes a webhook; null if it does not. */
function webhookAfter(webhook: Webhook, { at, status, problem }: Attempt, givenUp: boolean): Webhook | null {
  const { failingSince, disabled } = webhook;
  if (problem === null)
    return failingSince === null && disabled === null
      ? null
      : { ...webhook, failingSince: null, disabled: null };
  if (status === 410) return { ...webhook, disabled: { at, reason: 'The endpoint replied 410: gone.' } };
  if (failingSince === null) return { ...webhook, failingSince: at };
  if (!givenUp || disabled !== null || at - failingSince < DISABLED_AFTER) return null;
  const reason = `Every delivery has failed since ${new Date(failingSince).toISOString()}.`;
  return { ...webhook, disabled: { at, reason } };
}
