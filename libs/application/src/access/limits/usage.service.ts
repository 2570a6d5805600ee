import { Inject, Injectable } from '@nestjs/common';
import { RECORD_STORE } from '@quarry/platform';
import type { RecordStore, StoredRecord } from '@quarry/record-store';
import { dayOf } from './day';

const KEY_USAGE = 'key_usage';

/**
 * How many turn ids to remember per key, so that a redelivered turn is not counted twice. A turn is redelivered while
 * another handler of its end fails, for seconds to hours. If a key ends more turns than this in the meantime, the turn
 * is counted twice.
 */
const REMEMBERED = 1_000;

/** The usage of a key on one day. */
export interface Usage {
  /** UTC, e.g. `2026-11-22`. */
  readonly day: string;
  /** Input and output tokens. */
  readonly tokens: number;
  /** In the currency of the price tables. Calls without a price cost 0. */
  readonly cost: number;
  readonly turns: number;
}

interface StoredUsage extends Usage {
  /** Ids of the most recently counted turns. */
  readonly counted: readonly string[];
}

/** The usage of a turn of a key, and when it ended, in milliseconds since the epoch. */
export interface SpentTurn {
  readonly tenant: string;
  readonly key: string;
  readonly turnId: string;
  readonly endedAt: number;
  readonly tokens: number;
  readonly cost: number;
}

/** The daily usage of keys. It is in the record store, so that it survives restarts and all gateways share it. */
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

  /** Adds a turn to the day on which it ended. Idempotent. Ignores a turn of an earlier day than the stored one. */
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

/** Null if there is nothing to add. */
function sumOf(before: StoredUsage | null, spent: SpentTurn): StoredUsage | null {
  const day = dayOf(spent.endedAt);
  const sum = before?.day === day ? before : { day, tokens: 0, cost: 0, turns: 0, counted: [] };
  if ((before !== null && before.day > day) || sum.counted.includes(spent.turnId)) return null;
  return {
    day,
    tokens: sum.tokens + spent.tokens,
    // Further digits are rounding errors of the addition.
    cost: Number((sum.cost + spent.cost).toFixed(9)),
    turns: sum.turns + 1,
    counted: [...sum.counted, spent.turnId].slice(-REMEMBERED),
  };
}
