import { Inject, Injectable } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault, type Budget } from '@quarry/turn';
import type { Caller } from '../caller';
import { KnownKeys } from '../known-keys';
import { untilTomorrow } from './day';
import type { Portion, Wanted } from './places';
import { UsageService, type Usage } from './usage.service';

/** Limits of a caller; null: unlimited. */
export interface Limits {
  readonly requestsPerMinute: number | null;
  readonly tokensPerDay: number | null;
  readonly costPerDay: number | null;
  readonly turnsAtOnce: number | null;
}

const NONE: Limits = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null, turnsAtOnce: null };

/**
 * The tokens that a turn requests if its question has no budget: this number, or this fraction (1/n) of what is left of
 * the day, whichever is larger.
 */
const PORTION_TOKENS = 100_000;
const PART_OF_DAY = 16;

/** The shares of its key's daily budget that a turn requests, and the key's usage so far; null if it is not counted. */
export interface Portions {
  readonly portions: Pick<Wanted, 'tokens' | 'cost'>;
  readonly spent: Usage | null;
}

/** Daily budgets of keys. What is left of a budget limits each new turn ({@link TurnPlaces}). */
@Injectable()
export class DayBudgets {
  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(KnownKeys) private readonly keys: KnownKeys,
    @Inject(UsageService) private readonly usage: UsageService,
  ) {}

  /** The limits of a caller. A caller without a key has none. */
  async limits({ key }: Pick<Caller, 'key'>): Promise<Limits> {
    if (key === null) return NONE;
    const own = await this.keys.limits(key);
    const { rateLimit, dayTokens = null, dayCost = null, maxTurnsPerKey } = this.config;
    return {
      requestsPerMinute: own?.requestsPerMinute ?? (rateLimit === 0 ? null : rateLimit),
      tokensPerDay: own?.tokensPerDay ?? dayTokens,
      costPerDay: own?.costPerDay ?? dayCost,
      turnsAtOnce: own?.turnsAtOnce ?? maxTurnsPerKey,
    };
  }

  /** The caller's usage today; null for a caller without a key. */
  async spent({ tenant, key }: Caller): Promise<Usage | null> {
    return key === null ? null : this.usage.today(tenant, key);
  }

  /**
   * What is left of the caller's daily budget, and the share that a turn requests: the budget of its question,
   * otherwise {@link PORTION_TOKENS} or a fraction of what is left. Cost limits a turn only if its pipeline has prices,
   * because without prices no cost is counted.
   * @throws Fault `budget_spent`
   */
  async portions(caller: Caller, { settings }: CompiledPipeline, asked: Budget = {}): Promise<Portions> {
    const { tokensPerDay, costPerDay } = await this.limits(caller);
    if (tokensPerDay === null && costPerDay === null) return { portions: {}, spent: null };
    const spent = await this.spent(caller);
    const tokens = tokensPerDay === null ? null : tokensPerDay - (spent?.tokens ?? 0);
    const cost = costPerDay === null ? null : costPerDay - (spent?.cost ?? 0);
    if (tokens !== null && tokens <= 0) throw overspent(`budget of ${tokensPerDay} tokens`);
    if (cost !== null && cost <= 0) throw overspent(`cost budget of ${costPerDay}`);
    const dearest = Math.max(0, ...settings.prices.flatMap(({ input, output }) => [input, output]));
    const portions = {
      ...(tokens === null ? {} : { tokens: portion(tokens, asked.tokens, PORTION_TOKENS) }),
      ...(cost === null || settings.prices.length === 0
        ? {}
        : { cost: portion(cost, asked.cost, (PORTION_TOKENS * dearest) / 1_000_000) }),
    };
    return { portions, spent };
  }
}

function portion(left: number, asked: number | undefined, least: number): Portion {
  return { left, wanted: asked ?? Math.max(least, left / PART_OF_DAY) };
}

function overspent(what: string): Fault {
  const hours = Math.ceil(untilTomorrow(Date.now()) / 3_600_000);
  return new Fault(
    'budget_spent',
    `This key has spent its ${what} for today. Try again in ${hours} h: it resets at midnight UTC.`,
    { retryable: true },
  );
}
