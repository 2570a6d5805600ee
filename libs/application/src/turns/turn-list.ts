import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, type Carrier, type TurnView } from '@quarry/engine';
import { TURN_ARCHIVE } from '@quarry/platform';
import {
  headOf,
  phrasesOf,
  pipelineName,
  repositoriesOf,
  searchableWords,
  type ArchiveReader,
  type TurnCursor,
  type TurnFilter,
  type TurnHead,
} from '@quarry/turn-archive';
import { listedFor } from './for-asker';
import { tenantOf, type Asker } from './may-read-turn';
import { byAge } from './turn-cursor';
import { TurnRights } from './turn-rights';

/** A turn in a list. A running turn has no outcome, reason or end. */
export type ListedTurn = Omit<TurnHead, 'outcome' | 'reason' | 'endedAt'> & {
  readonly outcome: TurnHead['outcome'] | null;
  readonly reason: string | null;
  readonly endedAt: number | null;
};

export interface TurnPage {
  readonly turns: readonly ListedTurn[];
  /** Start of the next page; null on the last page. */
  readonly next: TurnCursor | null;
}

/** Maximum running turns of a tenant that can be listed. */
const RUNNING_MAX = 200;
/** Minimum archived turns to read per batch. */
const BATCH = 50;
/** Maximum batches per page, if the asker may not read most of the turns. */
const MOST_BATCHES = 20;

/** Running and ended turns as one list, newest first. */
@Injectable()
export class TurnList {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveReader,
    @Inject(TurnRights) private readonly rights: TurnRights,
  ) {}

  /**
   * For a caller whom labels limit, no turn has a state of its cited lines, and none matches one: `StaleTurnList`
   * compares them with what it may read.
   * @throws Fault `store_unavailable`, `redis_unavailable`
   */
  async page(
    asker: Asker,
    filter: TurnFilter,
    { limit, after }: { readonly limit: number; readonly after?: TurnCursor },
  ): Promise<TurnPage> {
    // The carrier first: a turn that is archived in between is then found twice and listed once, never missed.
    const unsettled = await this.unsettled(asker, filter);
    const isBehind = (turn: ListedTurn): boolean => after === undefined || byAge(after, turn) < 0;
    const { heads, end } = await this.archived(asker, filter, limit + 1, after);
    const known = new Set(heads.map(({ id }) => id));
    const merged = [...unsettled.filter((turn) => isBehind(turn) && !known.has(turn.id)), ...heads]
      // A running turn that is older than all turns read so far belongs to a later page.
      .filter((turn) => end === null || byAge(turn, end) <= 0)
      .toSorted(byAge);
    const turns = merged.slice(0, limit).map((turn) => listedFor(asker, turn));
    const last = turns.at(-1);
    if (merged.length > limit && last) return { turns, next: placeOf(last) };
    return { turns, next: end };
  }

  /**
   * Reads at least `wanted` readable turns from the archive, if there are so many. `end` is where reading stopped; null
   * at the end of the archive.
   */
  private async archived(
    asker: Asker,
    filter: TurnFilter,
    wanted: number,
    after: TurnCursor | undefined,
  ): Promise<{ readonly heads: readonly TurnHead[]; readonly end: TurnCursor | null }> {
    const heads: TurnHead[] = [];
    const isLimited = this.rights.isLimited(asker);
    // What is stored of cited lines was compared with whole snapshots.
    if (isLimited && filter.staleness !== undefined) return { heads, end: null };
    const limit = Math.max(wanted, BATCH);
    let place = after;
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const read = await this.archive.list(tenantOf(asker), filter, {
        limit,
        ...(place ? { after: place } : {}),
      });
      const readable = await this.rights.readable(asker, read);
      heads.push(...(isLimited ? readable.map((head) => ({ ...head, staleness: null })) : readable));
      const last = read.at(-1);
      if (last === undefined || read.length < limit) return { heads, end: null };
      place = placeOf(last);
      if (heads.length >= wanted) break;
    }
    return { heads, end: place ?? null };
  }

  private async unsettled(asker: Asker, filter: TurnFilter): Promise<readonly ListedTurn[]> {
    const views = await this.carrier.recent(tenantOf(asker), RUNNING_MAX, { unsettled: true });
    return this.rights.readable(asker, views.filter((view) => fits(view, filter)).map(listed));
  }
}

function placeOf({ askedAt, id }: TurnCursor): TurnCursor {
  return { askedAt, id };
}

function listed({ turn, status, endedAt }: TurnView): ListedTurn {
  const head = headOf({ turn, events: [] });
  if (status === 'running') return { ...head, outcome: null, reason: null, endedAt: null };
  return { ...head, endedAt: endedAt ?? null };
}

/** Applies the same filter as the archive. */
function fits({ turn }: TurnView, filter: TurnFilter): boolean {
  const head = headOf({ turn, events: [] });
  const equal: readonly (readonly [unknown, unknown])[] = [
    [filter.session, turn.session],
    [filter.pipeline, pipelineName(turn.pipeline)],
    [filter.outcome, turn.end?.outcome],
    [filter.stopRule, head.stopRule],
    [filter.key, head.key],
  ];
  // Lines are compared once a turn is in the archive.
  if (filter.staleness !== undefined) return false;
  if (equal.some(([wanted, found]) => wanted !== undefined && wanted !== found)) return false;
  if (filter.ids?.includes(head.id) === false) return false;
  if (filter.repository !== undefined && !repositoriesOf(head).includes(filter.repository)) return false;
  if (head.askedAt < (filter.since ?? -Infinity) || head.askedAt >= (filter.until ?? Infinity)) return false;
  if (filter.text === undefined) return true;
  const phrases = phrasesOf(filter.text);
  const words = ` ${searchableWords(turn)}`;
  return phrases.length > 0 && phrases.every((phrase) => words.includes(` ${phrase.join(' ')}`));
}
