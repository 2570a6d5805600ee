import type { HopContext } from '@quarry/engine';

/** Least characters per streamed event; fewer events, less load on the turn's log. */
const CHUNK = 80;

/** Gathers streamed text into events of a useful size and sends them in order. The first failure stops it and is thrown by `end`. */
export class DeltaBuffer {
  private text = '';
  private sending: Promise<void> = Promise.resolve();

  constructor(private readonly context: HopContext) {}

  push(text: string): void {
    this.text += text;
    if (this.text.length >= CHUNK) this.flush();
  }

  async end(): Promise<void> {
    this.flush();
    await this.sending;
  }

  private flush(): void {
    if (this.text === '') return;
    const body = { type: 'answer.delta', text: this.text } as const;
    this.text = '';
    const sent = this.sending.then(() => this.context.emit(body));
    this.sending = sent;
    // The failure is kept for `end`; it must not count as unhandled until then.
    sent.catch(() => undefined);
  }
}
