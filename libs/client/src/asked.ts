import type { AcceptedDto, TurnDto } from './generated/api';
import type { TurnEvent } from './turn-event';

/** The calls that follow a turn. */
interface Follows {
  events(id: string, options?: { readonly signal?: AbortSignal }): AsyncGenerator<TurnEvent>;
  turn(id: string, options?: { readonly signal?: AbortSignal }): Promise<TurnDto>;
  cancel(id: string): Promise<{ readonly cancelled: boolean }>;
}

/**
 * A submitted question. Iterate over it for the events of its turn; `turn()` waits for the end.
 *
 * @example
 * for await (const event of client.askStream('Who calls taxOf?'))
 * if (event.type === 'answer.delta') process.stdout.write(event.text);
 */
export class Asked implements AsyncIterable<TurnEvent> {
  constructor(
    private readonly client: Follows,
    /** Id and links of the turn, once the gateway has accepted the question. */
    readonly accepted: Promise<AcceptedDto>,
    private readonly signal?: AbortSignal,
  ) {
    // The caller that iterates or waits receives the error. It need not do both.
    accepted.catch(() => undefined);
  }

  /** The turn's log from the beginning, then live until its end. */
  async *[Symbol.asyncIterator](): AsyncGenerator<TurnEvent> {
    const { id } = await this.accepted;
    yield* this.client.events(id, this.signal ? { signal: this.signal } : {});
  }

  /** The finished turn, also if it failed. */
  async turn(): Promise<TurnDto> {
    const { id } = await this.accepted;
    const options = this.signal ? { signal: this.signal } : {};
    for await (const event of this.client.events(id, options)) if (event.type === 'turn.finished') break;
    return this.client.turn(id, options);
  }

  /** Cancels the turn; false if it was over. */
  async cancel(): Promise<boolean> {
    const { id } = await this.accepted;
    return (await this.client.cancel(id)).cancelled;
  }
}
