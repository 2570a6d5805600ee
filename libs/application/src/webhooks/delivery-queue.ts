import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, RECORD_STORE } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import type { Clock } from '@quarry/turn';
import { openTag, DELIVERIES, type Delivery } from './webhook';
import type { DeliveryRecord } from './webhook.service';

/** A message to deliver. */
export type NewDelivery = Pick<Delivery, 'webhook' | 'event' | 'turn' | 'body'>;

/** Waiting deliveries, visible to all gateways: any gateway may send them. */
@Injectable()
export class DeliveryQueue {
  /** Webhooks with waiting deliveries, as far as this gateway knows, and when they are due. */
  private readonly due = new Map<string, number>();

  constructor(
    @Inject(RECORD_STORE) private readonly records: RecordStore,
    @Inject(CLOCK) private readonly clock: Clock = Date,
  ) {}

  /**
   * Adds a delivery. Repeating the same event of the same turn for the same webhook adds nothing.
   * @param occurrence distinguishes events of a turn that can happen several times
   */
  async add(tenant: string, what: NewDelivery, occurrence = ''): Promise<DeliveryRecord> {
    const record = await this.write(tenant, what, occurrence);
    this.hint(what.webhook, record.value.nextAt);
    return record;
  }

  /** For a delivery that the caller attempts at once. */
  addNow(tenant: string, what: NewDelivery): Promise<DeliveryRecord> {
    return this.write(tenant, what, randomUUID());
  }

  private async write(tenant: string, what: NewDelivery, again: string): Promise<DeliveryRecord> {
    const { webhook, event, turn } = what;
    const named = JSON.stringify([tenant, webhook, event, turn, again]);
    const id = `msg_${createHash('sha256').update(named).digest('hex').slice(0, 32)}`;
    const now = this.clock.now();
    const record: DeliveryRecord = {
      ...{ collection: DELIVERIES, tenant, id, revision: 1, createdAt: now, tag: openTag(webhook) },
      value: { ...what, state: 'open', attempts: [], nextAt: now },
    };
    await this.records.save(record);
    return record;
  }

  /**
   * Reopens a delivery for one immediate attempt, even if its attempts are used up. False after a concurrent change.
   */
  async reopen(record: DeliveryRecord): Promise<boolean> {
    const { webhook } = record.value;
    this.hint(webhook, this.clock.now());
    return this.records.save({
      ...{ ...record, revision: record.revision + 1, tag: openTag(webhook) },
      value: { ...record.value, state: 'open', nextAt: this.clock.now() },
    });
  }

  /** Oldest first. */
  open(webhook: string, limit: number): Promise<readonly DeliveryRecord[]> {
    return this.records.tagged<Delivery>(DELIVERIES, openTag(webhook), limit);
  }

  /** Webhooks with due deliveries, each once. */
  takeDue(now: number): string[] {
    const found = [...this.due].filter(([, at]) => at <= now).map(([webhook]) => webhook);
    for (const webhook of found) this.due.delete(webhook);
    return found;
  }

  /** Registers a delivery that waits for this webhook until then. */
  hint(webhook: string, at: number): void {
    this.due.set(webhook, Math.min(at, this.due.get(webhook) ?? Infinity));
  }
}
