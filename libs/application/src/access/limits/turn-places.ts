import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CARRIER, type Carrier } from '@quarry/engine';
import { settingsFor, type CompiledPipeline } from '@quarry/pipeline';
import { CLOCK, CONFIG, type QuarryConfig } from '@quarry/platform';
import { redisFault } from '@quarry/redis';
import { Fault, type Budget, type Clock, type Depth } from '@quarry/turn';
import type { Caller } from '../caller';
import { Remembered } from '../remembered';
import { DayBudgets } from './day-budgets';
import { MemoryPlaces, type Place, type Places, type Wanted } from './places';
import { connectLimits } from './redis';
import { RedisPlaces } from './redis-places';

/** How long a turn may be over its deadline before its place is free: the watchdog ends it within that time. */
const GRACE_MS = 120_000;
/** Tries to take a place before what has been spent meanwhile. */
const TRIES = 5;

/** Share of Redis' memory above which no turn is begun: the rest is for those that run, so that each can end. */
const MOST_MEMORY = 0.7;
/** How old the share may be that is known, in milliseconds. */
const MEMORY_MS = 500;

/** What of a question matters for its place. */
export interface Asking {
  readonly turnId: string;
  readonly depth?: Depth;
  readonly budget?: Budget;
}

/**
 * Turns that run at once: so many of a key, so many of all. A turn has its place from before it is begun until its end is dealt with; what it may spend of its
 * key's day is set aside for as long, so that turns that run together spend no more than one after the other.
 */
@Injectable()
export class TurnPlaces implements OnModuleDestroy {
  private readonly places: Places;
  private readonly memory = new Remembered<number | null>(MEMORY_MS, 1, this.clock);

  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(DayBudgets) private readonly budgets: DayBudgets,
    @Inject(CARRIER) private readonly carrier: Pick<Carrier, 'read' | 'memoryRatio'>,
    @Inject(CLOCK) private readonly clock: Clock = Date,
  ) {
    const { carrier: kind, redisPrefix } = config;
    this.places =
      kind === 'bullmq' ? new RedisPlaces(connectLimits(config, true), redisPrefix) : new MemoryPlaces();
  }

  /**
   * Takes a place for a turn.
   * @returns the budget of the turn: no more than is set aside for it
   * @throws Fault `too_many_turns`; `budget_spent` where nothing is left of the day; `redis_unavailable` where Redis has little memory left
   */
  async take(caller: Caller, pipeline: CompiledPipeline, asking: Asking): Promise<Budget> {
    const { turnId, depth = 'auto', budget = {} } = asking;
    const { key } = caller;
    await this.checkMemory();
    const { deadline_seconds } = settingsFor(pipeline.settings, { depth, budget });
    const most = await this.most(caller);
    for (let tries = 1; ; tries++) {
      const { portions, spent } = await this.budgets.portions(caller, pipeline, budget);
      const until = this.clock.now() + deadline_seconds * 1_000 + GRACE_MS;
      const place = await this.tried({ turnId, key, until, most, ...portions });
      // A turn that ended between the two has spent what was left a moment ago.
      if (place.kind === 'taken' && spent !== null && tries < TRIES) {
        const now = await this.budgets.spent(caller);
        if (now?.turns !== spent.turns) {
          await this.free(key, turnId);
          continue;
        }
      }
      if (place.kind !== 'taken') throw refused(place, most);
      const { kind: _kind, ...share } = place;
      return { ...budget, ...share };
    }
  }

  /** Gives the place of a turn back. */
  free(key: string | null, turnId: string): Promise<void> {
    return this.places.free(key, turnId);
  }

  onModuleDestroy(): void {
    this.places.close();
  }

  /** Redis that is away is said to be by whoever begins the turn. */
  private async checkMemory(): Promise<void> {
    const used = await this.memory.get('', () => this.carrier.memoryRatio()).catch(() => null);
    if (used === null || used < MOST_MEMORY) return;
    throw new Fault(
      'redis_unavailable',
      `Redis uses ${Math.round(100 * used)} % of its memory, and turns are begun up to ${100 * MOST_MEMORY} %. Wait until running turns have ended, or raise its maxmemory.`,
      { retryable: true },
    );
  }

  private async most(caller: Caller): Promise<Wanted['most']> {
    const { turnsAtOnce } = await this.budgets.limits(caller);
    return { key: turnsAtOnce ?? Infinity, all: this.config.maxTurns };
  }

  private async tried(wanted: Wanted): Promise<Place> {
    try {
      for (;;) {
        const place = await this.places.take(wanted, this.clock.now());
        // Others who look for a place at the same time may have taken what was freed; as long as ended turns have places, there are some.
        if (!('oldest' in place) || !(await this.freeEnded(place.oldest))) return place;
      }
    } catch (error) {
      // What Redis refuses is a fault; where it is away no turn can be begun either, and the carrier says why.
      if (error instanceof Error && error.name === 'ReplyError') {
        throw redisFault(error, 'REDIS_URL', this.config.redisUrl);
      }
      const { tokens, cost } = wanted;
      return {
        kind: 'taken',
        ...(tokens === undefined ? {} : { tokens: Math.min(tokens.left, tokens.wanted) }),
        ...(cost === undefined ? {} : { cost: Math.min(cost.left, cost.wanted) }),
      };
    }
  }

  /**
   * Frees places of turns that have just ended: whoever waits for one to end may ask again at once. Turns of a key with a daily budget keep
   * their places until they are counted, because what they spent is known only then.
   */
  private async freeEnded(turnIds: readonly string[]): Promise<boolean> {
    const views = await Promise.all(turnIds.map((id) => this.carrier.read(id)));
    let isFreed = false;
    for (const view of views) {
      if (view?.status !== 'ended') continue;
      const { id, options } = view.turn;
      const key = options.key ?? null;
      if (await this.hasDayBudget(key)) continue;
      await this.free(key, id);
      isFreed = true;
    }
    return isFreed;
  }

  private async hasDayBudget(key: string | null): Promise<boolean> {
    const { tokensPerDay, costPerDay } = await this.budgets.limits({ key });
    return tokensPerDay !== null || costPerDay !== null;
  }
}

function refused(place: Exclude<Place, { kind: 'taken' }>, most: Wanted['most']): Fault {
  const what = {
    key_full: `This key has ${most.key} turns that run, and may have no more at once.`,
    all_full: `${most.all} turns run here, and no more may at once.`,
    set_aside: "All that is left of this key's day is set aside for its turns that run.",
  }[place.kind];
  return new Fault('too_many_turns', `${what} Try again when one has ended.`, { retryable: true });
}
