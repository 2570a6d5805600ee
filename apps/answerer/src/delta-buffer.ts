import type { HopContext } from '@quarry/engine';

/**
 * The pause before the next event, as a multiple of the last event's duration: a few milliseconds on an idle machine,
 * longer on a busy one.
 */
const REST = 4;

/** Maximum pause in milliseconds, so that a reader sees the answer grow even on a busy machine. */
const MAX_REST_MS = 250;

/**
 * Sends streamed text as events, in order: the first piece immediately, later pieces in batches. With a fast log the
 * reader is hardly behind the model; with a slow log there are fewer and larger events. The first failure stops
 * sending, and `end` throws it.
 */
export class DeltaBuffer {
  private text = '';
  private sending: Promise<void> | undefined;
  private ended = false;
  private wake: () => void = () => undefined;

  constructor(private readonly context: Pick<HopContext, 'emit'>) {}

  push(text: string): void {
    this.text += text;
    if (this.sending || this.text === '') return;
    this.sending = this.send();
    // `end` throws the failure; until then it must not count as an unhandled rejection.
    this.sending.catch(() => undefined);
  }

  /** Sends the rest without a pause. @throws the error of a failed event; text after it is not sent */
  async end(): Promise<void> {
    this.ended = true;
    this.wake();
    await this.sending;
  }

  /** Sends until nothing is left. After a failure `sending` stays set, so that nothing more is sent. */
  private async send(): Promise<void> {
    while (this.text !== '') {
      const { text } = this;
      this.text = '';
      const began = performance.now();
      await this.context.emit({ type: 'answer.delta', text });
      await this.rest(Math.min(MAX_REST_MS, REST * (performance.now() - began)));
    }
    this.sending = undefined;
  }

  private async rest(ms: number): Promise<void> {
    if (this.ended) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((done) => {
      this.wake = done;
      timer = setTimeout(done, ms);
    });
    clearTimeout(timer);
  }
}
