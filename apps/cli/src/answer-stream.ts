import type { TurnEvent } from '@quarry/turn';
import { printable } from './printable';
import { readable, settled } from './readable';
import type { Terminal } from './terminal';

/**
 * Writes an answer to stdout while a model writes it. The finished answer can differ, because citations and sentences
 * are checked at the end; {@link text} tells what is on the screen.
 */
export class AnswerStream {
  /** The text of the current pass; it is shown as {@link readable} says. */
  text = '';
  #shown = '';

  constructor(private readonly terminal: Terminal) {}

  /** @returns whether the event was shown */
  show({ body }: TurnEvent): boolean {
    switch (body.type) {
      case 'answer.delta': {
        if (body.text === '') return true;
        if (this.text === '') this.terminal.out('\n');
        // A carriage return alone would overwrite the line.
        const text = printable(body.text.replaceAll('\r', ''));
        this.text += text;
        const all = readable(settled(this.text));
        if (all.length <= this.#shown.length) return true;
        this.terminal.out(all.slice(this.#shown.length));
        this.#shown = all;
        return true;
      }
      case 'answer.partial':
        this.end('(a draft: the search continues)');
        return true;
      case 'reset':
        this.end('(interrupted: the step starts again)');
        return true;
      case 'turn.finished':
        if (this.text !== '') this.terminal.out(`${readable(this.text).slice(this.#shown.length)}\n`);
        return false;
      default:
        return false;
    }
  }

  private end(why: string): void {
    if (this.text === '') return;
    this.text = this.#shown = '';
    this.terminal.out(`\n${this.terminal.onOut.dim(why)}\n`);
  }
}
