import type { HopContext } from '@quarry/engine';

/** The next event waits so many times as long as the last one took: on an idle machine a few milliseconds, on a busy one long enough to leave it time for others. */
const REST = 4;

/** Longest wait, in milliseconds: a reader should see the answer grow, however busy the machine is. */
const MAX_REST_MS = 250;

/**
 * Sends streamed text as events, in order: the first piece at once, what comes meanwhile together. A reader is hardly behind the model while the turn's log
 * is quick, and where it is slow there are fewer and larger events. The first failure stops it and is thrown by `end`.
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
    // The failure is kept for `end`; it must not count as unhandled until then.
    this.sending.catch(() => undefined);
  }

  /** Sends what is left, without a wait. @throws what an event failed with; what came after it is not sent */
  async end(): Promise<void> {
    this.ended = true;
    this.wake();
    await this.sending;
  }

  /** Ends once nothing is left; after a failure never by itself, so that nothing more is sent. */
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
