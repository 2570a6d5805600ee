/** Tags in which open reasoning models think before they reply, if their server does not separate the thinking. */
const OPENING = /^\s*<(think|thinking|reasoning)>/i;
const OPENINGS = ['<think>', '<thinking>', '<reasoning>'];

/** Strips thinking from the start of a reply that arrives in pieces. Later in the reply, such a tag is text. */
export class Thoughts {
  private held = '';
  private state: 'start' | 'thinking' | 'reply' = 'start';
  private closing = '';

  /** The part of the reply that can be forwarded now. */
  take(delta: string): string {
    if (this.state === 'reply') return delta;
    this.held += delta;
    if (this.state === 'start' && !this.begin()) return '';
    return this.state === 'thinking' ? this.think() : this.release();
  }

  /** The text that was held back when the reply ended, without unfinished thinking. */
  end(): string {
    return this.state === 'start' ? this.release() : '';
  }

  /** False until it is known whether the reply begins with thinking. */
  private begin(): boolean {
    const opening = OPENING.exec(this.held);
    if (opening?.[1] !== undefined) {
      this.state = 'thinking';
      this.closing = `</${opening[1].toLowerCase()}>`;
      this.held = this.held.slice(opening[0].length);
      return true;
    }
    const start = this.held.trimStart().toLowerCase();
    if (OPENINGS.some((tag) => tag.startsWith(start))) return false;
    this.state = 'reply';
    return true;
  }

  private think(): string {
    const at = this.held.toLowerCase().indexOf(this.closing);
    if (at < 0) {
      // Only a closing tag that is split between two pieces must be kept.
      this.held = this.held.slice(-(this.closing.length - 1));
      return '';
    }
    this.held = this.held.slice(at + this.closing.length).trimStart();
    this.state = 'reply';
    return this.release();
  }

  private release(): string {
    const text = this.held;
    this.held = '';
    return text;
  }
}
