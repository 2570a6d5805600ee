import type { TurnEvent } from '@quarry/turn';
import { printable } from './printable';

/** The progress line of a turn: its pass, then the length of the answer, which restarts with every pass. */
export class WritingProgress {
  private written = 0;

  /** The line after this event; null if it does not change. */
  after({ body }: TurnEvent): string | null {
    switch (body.type) {
      case 'pass.started':
        return printable(body.message);
      case 'answer.delta':
        this.written += body.text.length;
        return `writing the answer: ${this.written} characters`;
      case 'answer.partial':
      case 'reset':
        this.written = 0;
        return null;
      default:
        return null;
    }
  }
}
