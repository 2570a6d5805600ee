import { Inject, Injectable, Logger, Optional, type OnModuleDestroy } from '@nestjs/common';
import { CARRIER, type Carrier } from '@quarry/engine';
import { OBSERVER, UNOBSERVED, type PlatformObserver } from '@quarry/platform';
import { toFault, type TurnEvent } from '@quarry/turn';
import { END_HANDLERS, type EndedTurn, type EndHandler } from './end-handler';

/** Milliseconds between two looks, and what a turn is lent for: longer than all handlers together take. */
const LOOK_EVERY_MS = 250;
const LEASE_MS = 30_000;
/** Turns that are dealt with at a time: most of that is waiting for stores. */
const AT_ONCE = 32;

/**
 * Hands every turn that has ended to the {@link EndHandler}s, then settles it. Every gateway has one; each turn is worked on by one of them at a time. A turn
 * for which a handler threw comes again once its loan is over, for as long as the carrier keeps it.
 */
@Injectable()
export class EndWatcher implements OnModuleDestroy {
  private readonly logger = new Logger('end-watcher');
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private problem = '';

  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(END_HANDLERS) private readonly handlers: readonly EndHandler[],
    @Optional() @Inject(OBSERVER) private readonly observer: PlatformObserver = UNOBSERVED,
  ) {}

  /** Begins to look, and looks on until the gateway closes. */
  start(): void {
    if (this.timer !== null) return;
    this.timer = setInterval(() => {
      void this.look();
    }, LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** Deals with every turn that has ended by now. Never throws; two looks at once are one. */
  look(): Promise<void> {
    this.looking ??= this.drain().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** What has ended by now is still dealt with. */
  async onModuleDestroy(): Promise<void> {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    await this.looking;
    await this.look();
  }

  private async drain(): Promise<void> {
    try {
      for (;;) {
        const ids = await this.carrier.takeEnded(AT_ONCE, LEASE_MS);
        await Promise.all(ids.map((id) => this.deal(id)));
        if (ids.length < AT_ONCE) break;
      }
      this.problem = '';
    } catch (error) {
      this.warn(`turns that ended were not looked at: ${toFault(error).message}`);
    }
  }

  private async deal(turnId: string): Promise<void> {
    const ended = await this.read(turnId);
    if (ended && ended.turn.options.measuring !== true)
      for (const handler of this.handlers) {
        try {
          await handler.ended(ended);
        } catch (error) {
          this.observer.endHandlerFailed(handler.name);
          this.warn(`${handler.name}: turn ${turnId} comes again: ${toFault(error).message}`);
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

  /** The same once in a row: a store that is away would fill the log. */
  private warn(problem: string): void {
    if (problem !== this.problem) this.logger.warn(problem);
    this.problem = problem;
  }
}
