import { Inject, Injectable } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault, type Budget } from '@quarry/turn';
import type { Caller } from '../caller';
import { KnownKeys } from '../known-keys';
import { UsageDesk, type Usage } from './usage-desk';
import { untilTomorrow } from './day';

/** What a caller may use up; null: as much as it likes. */
export interface Limits {
  readonly requestsPerMinute: number | null;
  readonly tokensPerDay: number | null;
  readonly costPerDay: number | null;
}

/** Daily budgets of keys: what is left of them bounds every turn that is asked. */
@Injectable()
export class DayBudgets {
  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(KnownKeys) private readonly keys: KnownKeys,
    @Inject(UsageDesk) private readonly usage: UsageDesk,
  ) {}

  /** Of a caller without a key: none. */
  async limits({ key }: Caller): Promise<Limits> {
    if (key === null) return { requestsPerMinute: null, tokensPerDay: null, costPerDay: null };
    const own = await this.keys.limits(key);
    const { rateLimit, dayTokens = null, dayCost = null } = this.config;
    return {
      requestsPerMinute: own?.requestsPerMinute ?? (rateLimit === 0 ? null : rateLimit),
      tokensPerDay: own?.tokensPerDay ?? dayTokens,
      costPerDay: own?.costPerDay ?? dayCost,
    };
  }

  /** What the caller has spent today; null where nobody counts it. */
  async spent({ tenant, key }: Caller): Promise<Usage | null> {
    return key === null ? null : this.usage.today(tenant, key);
  }

  /**
   * The budget of a turn that a caller asks: no more than is left of the day. Money bounds a turn only where its pipeline has prices; without them none is
   * counted either. Turns that run at once each may spend what is left.
   * @throws Fault `budget_spent`
   */
  async allowed(caller: Caller, { settings }: CompiledPipeline, asked: Budget = {}): Promise<Budget> {
    const { tokensPerDay, costPerDay } = await this.limits(caller);
    if (tokensPerDay === null && costPerDay === null) return asked;
    const spent = await this.spent(caller);
    const tokens = left(tokensPerDay, spent?.tokens ?? 0, asked.tokens);
    const cost = left(costPerDay, spent?.cost ?? 0, asked.cost);
    if (tokens !== undefined && tokens <= 0) throw overspent(`${tokensPerDay} tokens`);
    if (cost !== undefined && cost <= 0) throw overspent(`${costPerDay} of money`);
    return {
      ...asked,
      ...(tokens === undefined ? {} : { tokens }),
      ...(cost === undefined || settings.prices.length === 0 ? {} : { cost }),
    };
  }
}

/** The smaller of what was asked for and what is left of the day; undefined where neither bounds. */
function left(limit: number | null, spent: number, asked: number | undefined): number | undefined {
  if (limit === null) return asked;
  return Math.min(limit - spent, asked ?? Infinity);
}

function overspent(what: string): Fault {
  const hours = Math.ceil(untilTomorrow(Date.now()) / 3_600_000);
  return new Fault(
    'budget_spent',
    `This key has spent its ${what} of this day. The next one begins in ${hours} h, at midnight UTC.`,
    { retryable: true },
  );
}
