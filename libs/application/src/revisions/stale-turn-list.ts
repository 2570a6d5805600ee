import { Inject, Injectable } from '@nestjs/common';
import { Fault, type PassageState } from '@quarry/turn';
import type { TurnCursor, TurnFilter } from '@quarry/turn-archive';
import type { Caller } from '../access/caller';
import { TurnList, type ListedTurn, type TurnPage } from '../turns/turn-list';
import { TurnRights } from '../turns/turn-rights';
import { StalenessService } from './staleness.service';

/** Turns of a page that are compared at most, for a caller whom labels limit, and how many are read at a time. */
const MOST_COMPARED = 400;
const BATCH = 50;

interface AskedPage {
  readonly limit: number;
  readonly after?: TurnCursor;
}

/** Lists of turns by the state of their cited lines, for every caller. */
@Injectable()
export class StaleTurnList {
  constructor(
    @Inject(TurnList) private readonly turns: TurnList,
    @Inject(TurnRights) private readonly rights: TurnRights,
    @Inject(StalenessService) private readonly staleness: StalenessService,
  ) {}

  /**
   * As `TurnList.page`. The stored states were decided with whole snapshots; for a caller whom labels limit, the lines
   * are compared now, with what it may read. With a filter by state, its page can end early, with a `next`, if few
   * turns match.
   * @throws Fault `index_busy` with such a filter; `store_unavailable`, `redis_unavailable`
   */
  async page(caller: Caller, filter: TurnFilter, page: AskedPage): Promise<TurnPage> {
    if (!this.rights.isLimited(caller)) return this.turns.page(caller, filter, page);
    const { staleness: wanted, ...rest } = filter;
    if (wanted !== undefined) return this.matching(caller, rest, { ...page, wanted });
    const { turns, next } = await this.turns.page(caller, filter, page);
    const compared = turns.map(async (turn) => {
      const state = await this.stateOf(caller, turn).catch(nullIfBusy);
      return { ...turn, staleness: state };
    });
    return { turns: await Promise.all(compared), next };
  }

  private async matching(
    caller: Caller,
    filter: TurnFilter,
    { limit, after, wanted }: AskedPage & { readonly wanted: readonly PassageState[] },
  ): Promise<TurnPage> {
    const turns: ListedTurn[] = [];
    let place = after ?? null;
    for (let compared = 0; compared < MOST_COMPARED; compared += BATCH) {
      const read = await this.turns.page(caller, filter, {
        limit: BATCH,
        ...(place ? { after: place } : {}),
      });
      for (const turn of read.turns) {
        const staleness = await this.stateOf(caller, turn);
        if (staleness === null || !wanted.includes(staleness)) continue;
        // There is a next page only if another turn matches.
        if (turns.length === limit) return { turns, next: placeOf(turns) };
        turns.push({ ...turn, staleness });
      }
      place = read.next;
      if (place === null) break;
    }
    return { turns, next: turns.length === limit && place ? placeOf(turns) : place };
  }

  private async stateOf(caller: Caller, { id, outcome }: ListedTurn): Promise<PassageState | null> {
    return outcome === null ? null : (await this.staleness.of(caller, id)).state;
  }
}

function placeOf(turns: readonly ListedTurn[]): TurnCursor | null {
  const last = turns.at(-1);
  return last ? { askedAt: last.askedAt, id: last.id } : null;
}

/** A list is shown also while an indexer prepares what the caller may read. */
function nullIfBusy(error: unknown): null {
  if (error instanceof Fault && error.code === 'index_busy') return null;
  throw error;
}
