import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, RECORD_STORE, type QuarryConfig } from '@quarry/platform';
import type { RecordStore, StoredRecord } from '@quarry/record-store';
import { Fault } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { logRefused } from './log-refused';
import { SecretCipher } from '../stored-secrets/secret-cipher';
import { addressOf, parseTarget } from '@quarry/connections/outbound';
import {
  DELIVERIES,
  IN_USE,
  openTag,
  secretOwner,
  WEBHOOKS,
  type Delivery,
  type Webhook,
  type WebhookEvent,
} from './webhook';

/** Maximum webhooks per tenant. */
const MOST = 20;
/** Deliveries to scan for those of one webhook. */
const PAGE = 500;
const MOST_PAGES = 10;

export type WebhookRecord = StoredRecord<Webhook>;
export type DeliveryRecord = StoredRecord<Delivery>;

export interface WebhookDraft {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly description: string;
}

/** Stores webhooks. Everything is scoped by tenant: another tenant's webhooks do not exist. */
@Injectable()
export class WebhookService {
  private readonly allowPrivate: boolean;
  private readonly secrets: SecretCipher;

  constructor(
    @Inject(RECORD_STORE) private readonly records: RecordStore,
    @Inject(CONFIG) config: QuarryConfig,
  ) {
    this.allowPrivate = config.webhookAllowPrivate === 'on';
    this.secrets = new SecretCipher(config.secretsKeys);
  }

  /**
   * @returns the webhook with its secret, which cannot be retrieved later
   * @throws Fault `bad_request` for a forbidden URL, `webhook_limit`, `store_unavailable`
   */
  async create(
    caller: Caller,
    { url, events, description }: WebhookDraft,
  ): Promise<{ readonly record: WebhookRecord; readonly secret: string }> {
    const rules = { allowPrivate: this.allowPrivate, onRefused: logRefused };
    const target = parseTarget(url, rules);
    await addressOf(target, rules);
    if ((await this.list(caller.tenant)).length >= MOST)
      throw new Fault('webhook_limit', `You already have ${MOST} webhooks. Delete one first.`);
    const { repositories, pipelines } = caller;
    const named = { tenant: caller.tenant, id: `wh_${randomBytes(12).toString('hex')}` };
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const record: WebhookRecord = {
      ...{ collection: WEBHOOKS, ...named },
      ...{ revision: 1, createdAt: Date.now(), tag: IN_USE },
      value: {
        ...{ url: target.href, events, description, repositories, pipelines },
        readsEverything: caller.clearance === 'all',
        secret: this.secrets.encrypt(secret, secretOwner(named)),
        ...{ failingSince: null, disabled: null },
      },
    };
    await this.records.save(record);
    return { record, secret };
  }

  list(tenant: string): Promise<readonly WebhookRecord[]> {
    return this.records.list<Webhook>(WEBHOOKS, tenant, { limit: 2 * MOST });
  }

  /** @throws Fault `webhook_unknown` */
  async read(tenant: string, id: string): Promise<WebhookRecord> {
    const record = await this.records.get<Webhook>(WEBHOOKS, tenant, id.slice(0, 100));
    if (!record) throw unknown(id);
    return record;
  }

  /** Deletes the webhook with its waiting deliveries. @throws Fault `webhook_unknown` */
  async remove(tenant: string, id: string): Promise<void> {
    if (!(await this.records.delete(WEBHOOKS, tenant, id.slice(0, 100)))) throw unknown(id);
    const waiting = await this.records.tagged<Delivery>(DELIVERIES, openTag(id), 1_000);
    for (const delivery of waiting) await this.records.delete(DELIVERIES, tenant, delivery.id);
  }

  /** Newest first, as far as they are kept. @throws Fault `webhook_unknown` */
  async deliveries(tenant: string, id: string, limit: number): Promise<readonly DeliveryRecord[]> {
    await this.read(tenant, id);
    const found: DeliveryRecord[] = [];
    let after: DeliveryRecord | undefined;
    for (let pages = 0; pages < MOST_PAGES && found.length < limit; pages += 1) {
      const page = await this.records.list<Delivery>(DELIVERIES, tenant, {
        limit: PAGE,
        ...(after ? { after } : {}),
      });
      found.push(...page.filter(({ value }) => value.webhook === id));
      after = page.at(-1);
      if (page.length < PAGE) break;
    }
    return found.slice(0, limit);
  }

  /** @throws Fault `webhook_unknown`, also for a delivery of another webhook */
  async delivery(tenant: string, id: string, delivery: string): Promise<DeliveryRecord> {
    await this.read(tenant, id);
    const record = await this.records.get<Delivery>(DELIVERIES, tenant, delivery.slice(0, 100));
    if (record?.value.webhook !== id)
      throw new Fault('webhook_unknown', `Webhook '${id}' has no delivery '${delivery.slice(0, 100)}'.`);
    return record;
  }
}

function unknown(id: string): Fault {
  return new Fault('webhook_unknown', `You have no webhook '${id.slice(0, 100)}'.`);
}
