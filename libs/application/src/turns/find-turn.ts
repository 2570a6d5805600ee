import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, type Carrier, type TurnView } from '@quarry/engine';
import type { HistoryReader, StoredRow } from '@quarry/history-store';
import { HISTORY_STORE, TURN_ARCHIVE } from '@quarry/platform';
import { Fault, type TurnEvent } from '@quarry/turn';
import { headOf, type ArchiveReader } from '@quarry/turn-archive';
import { tenantOf, type Asker } from './may-read-turn';
import { TurnRights } from './turn-rights';

/** A running or archived turn, and the source of its log. */
export interface FoundTurn extends TurnView {
  /** The complete log of an archived turn; null if the carrier has the log. */
  readonly events: readonly TurnEvent[] | null;
}

/**
 * Finds a turn: in the carrier while it runs and for a while after, then in the archive, then, as question and answer
 * only, in the history.
 */
@Injectable()
export class TurnFinder {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveReader,
    @Inject(HISTORY_STORE) private readonly history: HistoryReader,
    @Inject(TurnRights) private readonly rights: TurnRights,
  ) {}

  /**
   * @throws Fault `turn_unknown` for an unknown or deleted turn, another tenant's turn, and a turn about a repository
   * that the caller may not read
   */
  async whole(asker: Asker, turnId: string): Promise<FoundTurn> {
    const found = await this.find(asker, turnId);
    if (!found) throw unknownTurn(turnId);
    return found;
  }

  /** As {@link whole}, but also returns what history remembers. @throws Fault `turn_unknown` */
  async any(asker: Asker, turnId: string): Promise<FoundTurn | StoredRow> {
    const found = await this.find(asker, turnId);
    if (found) return found;
    const tenant = tenantOf(asker);
    const row = this.rights.mayReadAll(asker) ? await this.history.row(tenant, turnId) : null;
    if (!row || (await this.archive.deleted(tenant, [turnId])).length > 0) throw unknownTurn(turnId);
    return row;
  }

  private async find(asker: Asker, turnId: string): Promise<FoundTurn | null> {
    const live = await this.carrier.read(turnId);
    if (live) {
      if (live.hidden || !(await this.rights.mayRead(asker, live.turn))) throw unknownTurn(turnId);
      return { ...live, events: null };
    }
    const archived = await this.archive.load(tenantOf(asker), turnId);
    if (!archived) return null;
    if (!(await this.rights.mayRead(asker, archived.turn))) throw unknownTurn(turnId);
    const { turn, events } = archived;
    return { turn, v: 0, at: '', status: 'ended', endedAt: headOf(archived).endedAt, events };
  }
}

export function unknownTurn(turnId: string): Fault {
  return new Fault('turn_unknown', `There is no turn '${turnId.slice(0, 64)}', or it is no longer kept.`);
}
