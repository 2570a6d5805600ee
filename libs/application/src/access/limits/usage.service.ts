import { Inject, Injectable } from '@nestjs/common';
import { RECORD_STORE } from '@quarry/platform';
import type { RecordStore, StoredRecord } from '@quarry/record-store';
import { dayOf } from './day';

const KEY_USAGE = 'key_usage';

/**
 * Turns that are remembered by name, so that one which is handed over again is not counted again. That happens while another handler of its end fails, within
 * seconds to hours; a key that ends more turns meanwhile has one of them counted twice.
 */
const REMEMBERED = 1_000;

/** What a key has spent on one day. */
export interface Usage {
  /** UTC, e.g. `2026-11-22`. */
  readonly day: string;
  /** Model tokens, in and out. */
  readonly tokens: number;
  /** In the currency of the price tables; calls without a price count for nothing. */
  readonly cost: number;
  readonly turns: number;
}

interface StoredUsage extends Usage {
  /** Ids of the turns that were counted last. */
  readonly counted: readonly string[];
}

/** What a turn of a key has spent, and when it ended, in milliseconds since the epoch. */
export interface SpentTurn {
  readonly tenant: string;
  readonly key: string;
  readonly turnId: string;
  readonly endedAt: number;
  readonly tokens: number;
  readonly cost: number;
}

/** What keys have spent on this day, kept in the record store: a restart forgets nothing, and all gateways count together. */
@Injectable()
export class UsageService {
  constructor(@Inject(RECORD_STORE) private readonly store: RecordStore) {}

  async today(tenant: string, key: string, now = Date.now()): Promise<Usage> {
    const found = await this.store.get<StoredUsage>(KEY_USAGE, tenant, key);
    const day = dayOf(now);
    if (found?.value.day !== day) return { day, tokens: 0, cost: 0, turns: 0 };
    const { tokens, cost, turns } = found.value;
    return { day, tokens, cost, turns };
  }

  /** Counts a turn on the day that it ended; once, however often it is told. One of a day that is over counts for nothing any more. */
  async add(spent: SpentTurn): Promise<void> {
    const { tenant, key } = spent;
    for (;;) {
      const found = await this.store.get<StoredUsage>(KEY_USAGE, tenant, key);
      const value = sumOf(found?.value ?? null, spent);
      if (value === null) return;
      const place: StoredRecord = found ?? {
        ...{ collection: KEY_USAGE, tenant, id: key, revision: 0 },
        ...{ createdAt: spent.endedAt, tag: null, value: null },
      };
      if (await this.store.save({ ...place, revision: place.revision + 1, value })) return;
    }
  }
}

/** Null where there is nothing to add. */
function sumOf(before: StoredUsage | null, spent: SpentTurn): StoredUsage | null {
  const day = dayOf(spent.endedAt);
  const sum = before?.day === day ? before : { day, tokens: 0, cost: 0, turns: 0, counted: [] };
  if ((before !== null && before.day > day) || sum.counted.includes(spent.turnId)) return null;
  return {
    day,
    tokens: sum.tokens + spent.tokens,
    // What is beyond is noise of adding.
    cost: Number((sum.cost + spent.cost).toFixed(9)),
    turns: sum.turns + 1,
    counted: [...sum.counted, spent.turnId].slice(-REMEMBERED),
  };
}
