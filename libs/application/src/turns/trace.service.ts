import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, type Carrier, type TurnView } from '@quarry/engine';
import { TURN_ARCHIVE } from '@quarry/platform';
import type { TurnEvent } from '@quarry/turn';
import type { ArchiveReader } from '@quarry/turn-archive';
import { TurnFinder } from './find-turn';
import { logFor, viewFor } from './for-asker';
import type { Asker } from './may-read-turn';
import { traceOf, type Trace } from './trace';

/** Maximum pause between two existing events of a log. After a longer pause, the log has no more events yet. */
const PAUSE_MS = 150;

/** Traces of turns; of a running turn, its progress so far. */
@Injectable()
export class TraceService {
  constructor(
    @Inject(TurnFinder) private readonly turns: TurnFinder,
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveReader,
    @Inject(CARRIER) private readonly carrier: Carrier,
  ) {}

  /** @throws Fault `turn_unknown`, `store_unavailable`, `redis_unavailable` */
  async trace(asker: Asker, turnId: string): Promise<{ readonly view: TurnView; readonly trace: Trace }> {
    const found = viewFor(asker, await this.turns.whole(asker, turnId));
    const events = logFor(asker, found.events ?? (await this.logged(turnId)));
    const prompts = await this.archive.prompts(found.turn.tenant, turnId);
    return { view: found, trace: traceOf(found.turn, events, prompts) };
  }

  /** The log so far. The log of a running turn is read until no event arrives for a moment. */
  private async logged(turnId: string): Promise<readonly TurnEvent[]> {
    const events: TurnEvent[] = [];
    const enough = new AbortController();
    let timer = setTimeout(() => {
      enough.abort();
    }, PAUSE_MS);
    try {
      for await (const event of this.carrier.events(turnId, { signal: enough.signal })) {
        events.push(event);
        clearTimeout(timer);
        timer = setTimeout(() => {
          enough.abort();
        }, PAUSE_MS);
      }
    } finally {
      clearTimeout(timer);
    }
    return events;
  }
}
