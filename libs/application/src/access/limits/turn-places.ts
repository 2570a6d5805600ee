import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CARRIER, type Carrier } from '@quarry/engine';
import { settingsFor, type CompiledPipeline } from '@quarry/pipeline';
import { CLOCK, CONFIG, type QuarryConfig } from '@quarry/platform';
import { redisFault } from '@quarry/connections/redis';
import { Fault, type Budget, type Clock, type Depth } from '@quarry/turn';
import type { Caller } from '../caller';
import { Remembered } from '../remembered';
import { DayBudgets } from './day-budgets';
import { MemoryPlaces, type Place, type Places, type Wanted } from './places';
import { connectLimits } from './redis';
import { RedisPlaces } from './redis-places';

/** How long after its deadline a turn keeps its place. The watchdog ends the turn within that time. */
const GRACE_MS = 120_000;
/** Attempts to take a place with an up-to-date usage, before an outdated one is accepted. */
const TRIES = 5;

/** Share of Redis' memory above which no turn starts. The rest is reserved for running turns, so that each can end. */
const MOST_MEMORY = 0.7;
/** How long the memory share is cached, in milliseconds. */
const MEMORY_MS = 500;

/** The parts of a question that its place depends on. */
export interface Asking {
  readonly turnId: string;
  readonly depth?: Depth;
  readonly budget?: Budget;
}

/**
 * Limits concurrent turns, per key and in total. A turn holds a place from before it starts until its end has been
 * handled. Its share of the key's daily budget is reserved for that time, so that concurrent turns cannot spend more
 * than sequential ones.
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
   * @returns the budget of the turn, at most its reserved share
   * @throws Fault `too_many_turns`; `budget_spent` if nothing is left of the day; `redis_unavailable` if Redis is low
   * on memory
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
      // A turn that was counted in the meantime has reduced what is left.
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

  /** Frees the place of a turn. */
  free(key: string | null, turnId: string): Promise<void> {
    return this.places.free(key, turnId);
  }

  onModuleDestroy(): void {
    this.places.close();
  }

  /** Ignores a Redis outage: starting the turn reports it. */
  private async checkMemory(): Promise<void> {
    const used = await this.memory.get('', () => this.carrier.memoryRatio()).catch(() => null);
    if (used === null || used < MOST_MEMORY) return;
    throw new Fault(
      'redis_unavailable',
      `Redis uses ${Math.round(100 * used)} % of its memory; new turns start only below ${100 * MOST_MEMORY} %. Wait until running turns have ended, or raise maxmemory.`,
      { retryable: true },
    );
  }

  private async most(caller: Caller): Promise<Wanted['most']> {
    const { turnsAtOnce } = await this.budgets.limits(caller);
    return { key: turnsAtOnce ?? Infinity, all: this.config.maxTurns };
  }

  /** Tries again if Redis does not answer: a busy machine may have delayed the answer. */
  private async tried(wanted: Wanted): Promise<Place> {
    try {
      return await this.placed(wanted).catch((error: unknown) => {
        if (isReply(error)) throw error;
        return this.placed(wanted);
      });
    } catch (error) {
      // An error reply from Redis is a fault. During an outage no turn can start, and the carrier reports why.
      if (isReply(error)) throw redisFault(error, 'REDIS_URL', this.config.redisUrl);
      const { tokens, cost } = wanted;
      return {
        kind: 'taken',
        ...(tokens === undefined ? {} : { tokens: Math.min(tokens.left, tokens.wanted) }),
        ...(cost === undefined ? {} : { cost: Math.min(cost.left, cost.wanted) }),
      };
    }
  }

  private async placed(wanted: Wanted): Promise<Place> {
    for (;;) {
      const place = await this.places.take(wanted, this.clock.now());
      // Concurrent requests may take the freed places first. Try again while ended turns still hold places.
      if (!('oldest' in place) || !(await this.freeEnded(place.oldest))) return place;
    }
  }

  /**
   * Frees the places of turns that have just ended, so that a client that waits for an end can ask again immediately.
   * Turns of a key with a daily budget keep their places until they are counted, because only then their usage is
   * known.
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

function isReply(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}

function refused(place: Exclude<Place, { kind: 'taken' }>, most: Wanted['most']): Fault {
  const what = {
    key_full: `This key already has ${most.key} running turns, its limit.`,
    all_full: `This installation already has ${most.all} running turns, its limit.`,
    set_aside: "What is left of this key's daily budget is reserved for its running turns.",
  }[place.kind];
  return new Fault('too_many_turns', `${what} Try again when one has ended.`, { retryable: true });
}
