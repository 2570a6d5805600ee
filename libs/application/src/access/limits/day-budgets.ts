import { Inject, Injectable } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault, type Budget } from '@quarry/turn';
import type { Caller } from '../caller';
import { KnownKeys } from '../known-keys';
import { untilTomorrow } from './day';
import type { Portion, Wanted } from './places';
import { UsageService, type Usage } from './usage.service';

/** What a caller may use up; null: as much as it likes. */
export interface Limits {
  readonly requestsPerMinute: number | null;
  readonly tokensPerDay: number | null;
  readonly costPerDay: number | null;
  readonly turnsAtOnce: number | null;
}

const NONE: Limits = { requestsPerMinute: null, tokensPerDay: null, costPerDay: null, turnsAtOnce: null };

/** What a turn wants of a day, where its question has no budget: these tokens, or this part of what is left where that is more. */
const PORTION_TOKENS = 100_000;
const PART_OF_DAY = 16;

/** What a turn wants of its key's day, and what the key had spent then; null where nobody counts it. */
export interface Portions {
  readonly portions: Pick<Wanted, 'tokens' | 'cost'>;
  readonly spent: Usage | null;
}

/** Daily budgets of keys: what is left of them bounds every turn that is asked ({@link TurnPlaces}). */
@Injectable()
export class DayBudgets {
  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(KnownKeys) private readonly keys: KnownKeys,
    @Inject(UsageService) private readonly usage: UsageService,
  ) {}

  /** Of a caller without a key: none. */
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

  /** What the caller has spent today; null where nobody counts it. */
  async spent({ tenant, key }: Caller): Promise<Usage | null> {
    return key === null ? null : this.usage.today(tenant, key);
  }

  /**
   * What is left of the caller's day, and how much of it a turn wants: what its question has a budget of, else {@link PORTION_TOKENS} or a part of what is left.
   * Money bounds a turn only where its pipeline has prices; without them none is counted either.
   * @throws Fault `budget_spent`
   */
  async portions(caller: Caller, { settings }: CompiledPipeline, asked: Budget = {}): Promise<Portions> {
    const { tokensPerDay, costPerDay } = await this.limits(caller);
    if (tokensPerDay === null && costPerDay === null) return { portions: {}, spent: null };
    const spent = await this.spent(caller);
    const tokens = tokensPerDay === null ? null : tokensPerDay - (spent?.tokens ?? 0);
    const cost = costPerDay === null ? null : costPerDay - (spent?.cost ?? 0);
    if (tokens !== null && tokens <= 0) throw overspent(`${tokensPerDay} tokens`);
    if (cost !== null && cost <= 0) throw overspent(`${costPerDay} of money`);
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
    `This key has spent its ${what} of this day. The next one begins in ${hours} h, at midnight UTC.`,
    { retryable: true },
  );
}
