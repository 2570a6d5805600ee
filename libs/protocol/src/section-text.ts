import { answerText, mayBeCutOff } from './answer-text';

/** The kind of a line in a section. A `rule` is a line of dashes, stars or underscores. */
export type LineKind = 'fence' | 'rule' | 'blank' | 'text';

/** A section that is being read. */
export class GrowingSection {
  readonly name: string;
  /** True if a tag opened it: only then, a tag closes it. */
  tagged: boolean;
  #wrap: string;
  /** Open fence around the whole reply, or ''. */
  #outer: string;
  /** Open code fence within the section, or ''. */
  #fence = '';
  /** True if the open fence may instead be the end of the outer one: only blank lines since. */
  #fresh = false;
  #content = '';
  /** The last character of the content. */
  #last = '';
  /** Text since the last `take` that the section's end cannot retract, and the following text that it can. */
  #ready = '';
  #tail = '';
  #taken = 0;
  /** Start of a rule without text after it; -1 if there is none. */
  #rule = -1;
  #kind: LineKind = 'text';
  #closed: string | null = null;

  constructor(name: string, tagged: boolean, open: { readonly fence: string; readonly wrap: string }) {
    this.name = name;
    this.tagged = tagged;
    this.#outer = open.fence;
    this.#wrap = open.wrap;
  }

  /** The whole text, once the section is closed. */
  get text(): string {
    return this.#closed ?? '';
  }

  /** Text that may be shown now and was not taken before. */
  take(): string {
    const text = this.#closed === null ? this.#ready : this.#closed.slice(this.#taken);
    this.#ready = '';
    this.#taken += text.length;
    return text;
  }

  /** True if a code fence is open: at the end of a reply, one that was never closed. */
  get fenced(): boolean {
    return this.#fence !== '';
  }

  get blank(): boolean {
    return this.#content === '';
  }

  /** True if a closing tag ends the section now: not in code. */
  get endsByTag(): boolean {
    return this.tagged && this.#fence === '' && this.#last !== '`';
  }

  /** True if a label may end the section: outside of code. */
  get takesLabels(): boolean {
    return this.#fence === '' || this.#fresh;
  }

  /** True if a label now proves that the last fence closed the one around the reply. */
  get endsOuter(): boolean {
    return this.#fresh;
  }

  /** The same section, opened again before it has content. */
  reopen(tagged: boolean, wrap: string): void {
    this.tagged ||= tagged;
    this.#wrap = wrap;
  }

  /** Starts a line. False if the line is not part of the section: the end of a fence around the label alone. */
  line(kind: LineKind, line: string): boolean {
    this.#kind = kind;
    if (kind !== 'blank') this.#fresh = false;
    if (kind === 'rule' && this.#rule < 0) this.#rule = this.#content.length;
    if (kind !== 'fence') return true;
    const [, mark = '', rest = ''] = /^(`+|~+)(.*)/s.exec(line.trim()) ?? [];
    const bare = rest.trim() === '';
    if (this.#fence !== '') {
      if (bare && mark.startsWith(this.#fence)) this.#fence = '';
      return true;
    }
    if (rest.includes('`')) return true;
    const closesOuter = bare && mark === this.#outer;
    if (closesOuter && this.blank) {
      this.#outer = '';
      return false;
    }
    this.#fence = mark;
    this.#fresh = closesOuter;
    return true;
  }

  append(char: string): void {
    if (this.#content === '' && /[\s\p{Cf}]/u.test(char)) return;
    this.#content += char;
    this.#last = char;
    this.#tail += char;
    if (this.#kind === 'rule') return;
    if (/\S/.test(char)) this.#rule = -1;
    if (mayBeCutOff(char, { fence: this.#outer, wrap: this.#wrap })) return;
    this.#ready += this.#tail;
    this.#tail = '';
  }

  close(): void {
    const content = this.#rule < 0 ? this.#content : this.#content.slice(0, this.#rule);
    this.#closed ??= answerText(content, { fence: this.#outer, wrap: this.#wrap });
  }
}
