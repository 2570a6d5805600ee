import { Inject, Injectable, Logger, Optional, type OnModuleDestroy } from '@nestjs/common';
import { CARRIER, type Carrier } from '@quarry/engine';
import { OBSERVER, UNOBSERVED, type PlatformObserver } from '@quarry/platform';
import { toFault, type TurnEvent } from '@quarry/turn';
import { Poll } from '../polling/poll';
import { END_HANDLERS, type EndedTurn, type EndHandler } from './end-handler';

/** Milliseconds between two polls, and the lease of an ended turn: longer than all its handlers take together. */
const LOOK_EVERY_MS = 250;
const LEASE_MS = 30_000;
/** Turns handled concurrently. Handlers spend most of their time waiting for stores. */
const AT_ONCE = 32;

/**
 * Passes each ended turn to the {@link EndHandler}s, then settles it. Every gateway has a watcher; only one of them
 * handles a turn at a time. If a handler throws, the turn is redelivered when its lease expires, for as long as the
 * carrier keeps it.
 */
@Injectable()
export class EndWatcher implements OnModuleDestroy {
  private readonly logger = new Logger('end-watcher');
  private readonly poll = new Poll(
    LOOK_EVERY_MS,
    () => this.drain(),
    (message) => this.logger.warn(`cannot handle ended turns: ${message}`),
  );

  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(END_HANDLERS) private readonly handlers: readonly EndHandler[],
    @Optional() @Inject(OBSERVER) private readonly observer: PlatformObserver = UNOBSERVED,
  ) {}

  /** Polls until the gateway closes. */
  start(): void {
    this.poll.start();
  }

  /** Handles all turns that have ended. Never throws; concurrent calls share one poll. */
  look(): Promise<void> {
    return this.poll.now();
  }

  /** Handles the turns that have ended so far before it stops. */
  async onModuleDestroy(): Promise<void> {
    if (!this.poll.isRepeating) return;
    await this.poll.stop();
    await this.look();
  }

  private async drain(): Promise<void> {
    let taken: number;
    do {
      const ids = await this.carrier.takeEnded(AT_ONCE, LEASE_MS);
      await Promise.all(ids.map((id) => this.deal(id)));
      taken = ids.length;
    } while (taken === AT_ONCE);
  }

  private async deal(turnId: string): Promise<void> {
    const ended = await this.read(turnId);
    if (ended && ended.turn.options.measuring !== true)
      for (const handler of this.handlers) {
        try {
          await handler.ended(ended);
        } catch (error) {
          this.observer.endHandlerFailed(handler.name);
          this.logger.warn(`${handler.name}: will retry turn ${turnId}: ${toFault(error).message}`);
          return;
        }
      }
    await this.carrier.settleEnded(turnId);
  }

  private async read(turnId: string): Promise<EndedTurn | null> {
    const events: TurnEvent[] = [];
    for await (const event of this.carrier.events(turnId)) events.push(event);
    const view = await this.carrier.read(turnId);
    return view?.status === 'ended' ? { turn: view.turn, events } : null;
  }
}
