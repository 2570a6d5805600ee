import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, type Carrier } from '@quarry/engine';
import { TURN_ARCHIVE } from '@quarry/platform';
import type { TurnArchive, TurnCursor } from '@quarry/turn-archive';
import { FeedbackService } from './feedback.service';
import { TurnFinder } from './find-turn';
import { type Asker, tenantOf } from './may-read-turn';

const PAGE = 500;
/** Maximum running turns of a tenant to search. */
const RUNNING_MAX = 1_000;

/** Deletes turns: they can no longer be listed, read, followed or rated, and their later results are not kept. */
@Injectable()
export class TurnDeletionService {
  constructor(
    @Inject(TurnFinder) private readonly turns: TurnFinder,
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(TURN_ARCHIVE) private readonly archive: TurnArchive,
    @Inject(FeedbackService) private readonly feedback: FeedbackService,
  ) {}

  /** Cancels the turn if it is running, and deletes it. True if it was running. @throws Fault `turn_unknown` */
  async turn(asker: Asker, turnId: string): Promise<boolean> {
    await this.turns.any(asker, turnId);
    return (await this.forget(tenantOf(asker), [turnId])) === 1;
  }

  /**
   * Cancels and deletes all turns of a session: the running, the archived and the remembered ones.
   * @param remembered ids of the turns that history remembers
   * @returns the number of turns, and how many of them were cancelled
   */
  async session(
    tenant: string,
    session: string,
    remembered: readonly string[],
  ): Promise<{ readonly turns: number; readonly cancelled: number }> {
    const running = await this.carrier.recent(tenant, RUNNING_MAX, { unsettled: true });
    const ids = new Set(remembered);
    for (const { turn } of running) if (turn.session === session) ids.add(turn.id);
    for (let after: TurnCursor | undefined; ;) {
      const heads = await this.archive.list(
        tenant,
        { session },
        { limit: PAGE, ...(after ? { after } : {}) },
      );
      for (const { id } of heads) ids.add(id);
      const last = heads.at(-1);
      if (!last || heads.length < PAGE) break;
      after = { askedAt: last.askedAt, id: last.id };
    }
    return { turns: ids.size, cancelled: await this.forget(tenant, [...ids]) };
  }

  /** Returns how many of the turns were cancelled. */
  private async forget(tenant: string, ids: readonly string[]): Promise<number> {
    let cancelled = 0;
    for (const id of ids) {
      if (await this.carrier.cancel(id)) cancelled++;
      await this.carrier.hide(tenant, id);
    }
    await this.archive.delete(tenant, ids);
    await this.feedback.forget(tenant, ids);
    return cancelled;
  }
}
