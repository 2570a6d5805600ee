import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@quarry/application/access';
import { type Asker, TurnService } from '@quarry/application/turns';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { isEventId } from '@quarry/turn';
import type { Response } from 'express';
import { OpenRequests } from '../http/open-requests';
import { HEARTBEAT_MS, streamEvents } from '../http/sse';
import { StreamPlaces } from './stream-places';

/** Streams the events of a turn to a client. */
@Injectable()
export class TurnStreams {
  private readonly stallMs: number;

  constructor(
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
    @Inject(StreamPlaces) private readonly places: StreamPlaces,
    @Inject(CONFIG) config: QuarryConfig,
  ) {
    this.stallMs = config.streamStallSeconds * 1000;
  }

  /** Before anything is begun for a stream. @throws Fault `too_many_streams`. */
  reserve(caller: Caller, response: Response): void {
    this.places.take(caller, response);
  }

  /**
   * Writes the events after `lastSeen`, then live events until the turn ends. An invalid id starts from the first
   * event: duplicates are better than losses. Responds with 204 if there are no more events, so that an `EventSource`
   * does not reconnect.
   *
   * @throws Fault `turn_unknown`, also for another tenant's turn.
   */
  async follow(asker: Asker, turnId: string, response: Response, lastSeen?: string): Promise<void> {
    const signal = this.requests.signal(response);
    const after = lastSeen !== undefined && isEventId(lastSeen) ? { after: lastSeen } : {};
    const events = await this.turns.watch(asker, turnId, { ...after, signal });
    if (after.after !== undefined && (await this.turns.isReadToEnd(asker, turnId, after.after))) {
      response.status(204).end();
      return;
    }
    await streamEvents(response, events, signal, { heartbeatMs: HEARTBEAT_MS, stallMs: this.stallMs });
  }
}
