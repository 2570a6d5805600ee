import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, type Carrier, type TurnView } from '@quarry/engine';
import { TURN_ARCHIVE } from '@quarry/platform';
import {
  headOf,
  phrasesOf,
  pipelineName,
  searchableWords,
  type TurnArchive,
  type TurnCursor,
  type TurnFilter,
  type TurnHead,
} from '@quarry/turn-archive';
import { mayReadHead, tenantOf, type Asker } from './may-read-turn';
import { byAge } from './turn-cursor';

/** A turn in a list; without an end while it runs. */
export type ListedTurn = Omit<TurnHead, 'outcome' | 'reason' | 'endedAt'> & {
  readonly outcome: TurnHead['outcome'] | null;
  readonly reason: string | null;
  readonly endedAt: number | null;
};

export interface TurnPage {
  readonly turns: readonly ListedTurn[];
  /** Where the next page begins; null after the last. */
  readonly next: TurnCursor | null;
}

/** Turns of a tenant that may run at once and still all be listed. */
const RUNNING_MAX = 200;
/** Archived turns that are read at a time, at least. */
const BATCH = 50;
/** Batches that one page may take where most of what is read may not be shown. */
const MOST_BATCHES = 20;

/** Turns that run and turns that have ended, as one list, newest first. */
@Injectable()
export class TurnList {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(TURN_ARCHIVE) private readonly archive: TurnArchive,
  ) {}

  /** @throws Fault `store_unavailable`, `redis_unavailable` */
  async page(
    asker: Asker,
    filter: TurnFilter,
    { limit, after }: { readonly limit: number; readonly after?: TurnCursor },
  ): Promise<TurnPage> {
    // The carrier first: a turn that is archived in between is then seen twice, and counted once, never missed.
    const unsettled = await this.unsettled(asker, filter);
    const isBehind = (turn: ListedTurn): boolean => after === undefined || byAge(after, turn) < 0;
    const { heads, end } = await this.archived(asker, filter, limit + 1, after);
    const known = new Set(heads.map(({ id }) => id));
    const merged = [...unsettled.filter((turn) => isBehind(turn) && !known.has(turn.id)), ...heads]
      // What runs and is older than all that was read belongs to a later page.
      .filter((turn) => end === null || byAge(turn, end) <= 0)
      .toSorted(byAge);
    const turns = merged.slice(0, limit);
    const last = turns.at(-1);
    if (merged.length > limit && last) return { turns, next: placeOf(last) };
    return { turns, next: end };
  }

  /** Readable turns of the archive, `wanted` at least where there are so many, and where the reading ended; null where that was the end of the archive. */
  private async archived(
    asker: Asker,
    filter: TurnFilter,
    wanted: number,
    after: TurnCursor | undefined,
  ): Promise<{ readonly heads: readonly TurnHead[]; readonly end: TurnCursor | null }> {
    const heads: TurnHead[] = [];
    const limit = Math.max(wanted, BATCH);
    let place = after;
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const read = await this.archive.list(tenantOf(asker), filter, {
        limit,
        ...(place ? { after: place } : {}),
      });
      heads.push(...read.filter((head) => mayReadHead(asker, head)));
      const last = read.at(-1);
      if (last === undefined || read.length < limit) return { heads, end: null };
      place = placeOf(last);
      if (heads.length >= wanted) break;
    }
    return { heads, end: place ?? null };
  }

  private async unsettled(asker: Asker, filter: TurnFilter): Promise<readonly ListedTurn[]> {
    const views = await this.carrier.recent(tenantOf(asker), RUNNING_MAX, { unsettled: true });
    return views
      .filter((view) => fits(view, filter))
      .map(listed)
      .filter((turn) => mayReadHead(asker, turn));
  }
}

function placeOf({ askedAt, id }: TurnCursor): TurnCursor {
  return { askedAt, id };
}

function listed({ turn, status }: TurnView): ListedTurn {
  const head = headOf({ turn, events: [] });
  if (status === 'running') return { ...head, outcome: null, reason: null, endedAt: null };
  return { ...head, endedAt: null };
}

/** As the archive filters. */
function fits({ turn }: TurnView, filter: TurnFilter): boolean {
  const head = headOf({ turn, events: [] });
  const equal: readonly (readonly [unknown, unknown])[] = [
    [filter.session, turn.session],
    [filter.pipeline, pipelineName(turn.pipeline)],
    [filter.outcome, turn.end?.outcome],
    [filter.stopRule, head.stopRule],
    [filter.repository, head.repository],
    [filter.key, head.key],
  ];
  if (equal.some(([wanted, found]) => wanted !== undefined && wanted !== found)) return false;
  if (head.askedAt < (filter.since ?? -Infinity) || head.askedAt >= (filter.until ?? Infinity)) return false;
  if (filter.text === undefined) return true;
  const phrases = phrasesOf(filter.text);
  const words = ` ${searchableWords(turn)}`;
  return phrases.length > 0 && phrases.every((phrase) => words.includes(` ${phrase.join(' ')}`));
}
