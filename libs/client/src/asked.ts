import type { AcceptedDto, TurnDto } from './generated/api';
import type { TurnEvent } from './turn-event';

/** The calls that follow a turn. */
interface Follows {
  events(id: string, options?: { readonly signal?: AbortSignal }): AsyncGenerator<TurnEvent>;
  turn(id: string, options?: { readonly signal?: AbortSignal }): Promise<TurnDto>;
  cancel(id: string): Promise<{ readonly cancelled: boolean }>;
}

/** A question on its way. Iterate it for the events of its turn; `turn()` waits for the end. */
export class Asked implements AsyncIterable<TurnEvent> {
  constructor(
    private readonly client: Follows,
    /** Identity and links of the turn, once the gateway has taken the question. */
    readonly accepted: Promise<AcceptedDto>,
    private readonly signal?: AbortSignal,
  ) {
    // Whoever iterates or waits is told; nobody needs to do both.
    accepted.catch(() => undefined);
  }

  /** The turn's log from the beginning, then live until its end. */
  async *[Symbol.asyncIterator](): AsyncGenerator<TurnEvent> {
    const { id } = await this.accepted;
    yield* this.client.events(id, this.signal ? { signal: this.signal } : {});
  }

  /** The finished turn, also where it failed. */
  async turn(): Promise<TurnDto> {
    const { id } = await this.accepted;
    const options = this.signal ? { signal: this.signal } : {};
    for await (const event of this.client.events(id, options)) if (event.type === 'turn.finished') break;
    return this.client.turn(id, options);
  }

  /** Stops the turn; false where it was over. */
  async cancel(): Promise<boolean> {
    const { id } = await this.accepted;
    return (await this.client.cancel(id)).cancelled;
  }
}
