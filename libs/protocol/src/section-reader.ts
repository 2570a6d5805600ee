import { fold } from './fold';
import { labelAt, tagAt, type LineStart, type SectionName } from './section-label';
import { GrowingSection, type LineKind } from './section-text';

/**
 * A section of a reply: its text without the closing decoration; of a growing section, the text that can already be
 * shown.
 */
export type Section = Pick<GrowingSection, 'name' | 'text' | 'take' | 'fenced'>;

type Begin = Exclude<LineStart, { readonly kind: 'open' | 'text' }>;

/** Number of characters within which the first label must start. */
const HEAD = 1_000;
/** Longest lead-in line ("Sure, here is the answer:"). */
const LEAD_IN = 200;
/** Number of characters of a line within which its label must end. */
const LINE_START = 160;

/**
 * Reads a reply of labelled sections as it arrives, character by character: the result does not depend on how it is cut
 * into pieces. A label counts only at the start of a line and outside of code fences; the closing tag of a section
 * counts anywhere.
 */
export class SectionReader {
  readonly #names: readonly SectionName[];
  readonly #sections: GrowingSection[] = [];
  /** The current section; null before the first one, and between a closing tag and the next label. */
  #current: GrowingSection | null = null;
  /** Start of a line or tag that is not decided yet. */
  #pending = '';
  #state: 'line_start' | 'lead_in' | 'line' | 'tag' | 'failed' = 'line_start';
  /** Length of the text before the first label. */
  #head = 0;
  #leadIns = 0;
  /** Open fence around the whole reply, or ''. */
  #outer = '';

  constructor(names: readonly SectionName[]) {
    this.#names = names;
  }

  /** The sections so far, in order; empty if the reply does not start with one. */
  get sections(): readonly Section[] {
    return this.#sections;
  }

  push(delta: string): void {
    for (let at = 0; at < delta.length; at += 1) this.#take(delta.charAt(at));
  }

  end(): void {
    // Text that was held back may itself end undecided.
    while (this.#pending !== '' && this.#state !== 'failed' && this.#state !== 'lead_in') this.#decide(true);
    this.#current?.close();
  }

  #take(char: string): void {
    if (this.#sections.length === 0) {
      this.#head += 1;
      if (this.#head > HEAD) this.#state = 'failed';
    }
    if (this.#state === 'failed') return;
    if (this.#state === 'line' && (char !== '<' || this.#current?.endsByTag !== true)) {
      this.#current?.append(char);
      if (char === '\n') this.#state = 'line_start';
      return;
    }
    if (this.#state === 'line') this.#state = 'tag';
    this.#pending += char;
    this.#decide(false);
  }

  #decide(last: boolean): void {
    if (this.#state === 'tag') this.#decideTag(last);
    else if (this.#state === 'line_start') this.#decideLine(last);
    else this.#decideLeadIn();
  }

  #decideTag(last: boolean): void {
    const found = tagAt(this.#pending, last, this.#names, true);
    if (found.kind === 'open') return;
    const text = this.#pending;
    this.#pending = '';
    if (found.kind === 'text') {
      // The sign itself is text; another one may follow.
      this.#state = 'line';
      this.#current?.append(text.charAt(0));
      this.push(text.slice(1));
      return;
    }
    this.#current?.close();
    this.#current = null;
    this.#state = 'line_start';
  }

  #decideLine(last: boolean): void {
    const line = this.#pending;
    const complete = last || line.endsWith('\n') || line.length >= LINE_START;
    const kind = kindOf(line, complete);
    if (kind === null) return;
    const start = this.#startOf(line, kind, complete);
    if (start.kind === 'open') return;
    if (start.kind !== 'text') {
      this.#begin(start, line);
      return;
    }
    if (this.#sections.length === 0) {
      this.#state = 'lead_in';
      this.#decideLeadIn();
      return;
    }
    this.#pending = '';
    const kept = this.#current?.line(kind, line) ?? false;
    if (!kept && kind === 'fence') this.#outer = '';
    this.#state = kept || !line.endsWith('\n') ? 'line' : 'line_start';
    if (kept) this.push(line);
  }

  #startOf(line: string, kind: LineKind, complete: boolean): LineStart {
    if (kind !== 'text' || this.#current?.takesLabels === false) return { kind: 'text' };
    const trimmed = line.trimStart();
    if (trimmed.startsWith('<')) {
      const tag = tagAt(trimmed, complete, this.#names, false);
      return 'content' in tag ? { ...tag, content: tag.content + line.length - trimmed.length } : tag;
    }
    const folded = fold(line.replace(/[\uD800-\uDBFF]$/, ''));
    const label = labelAt(folded.text, complete, this.#names, this.#sections.length === 0);
    return 'content' in label ? { ...label, content: folded.offsets[label.content] ?? line.length } : label;
  }

  #begin(start: Begin, line: string): void {
    const rest = line.slice(start.content);
    const current = this.#current;
    if (current?.endsOuter) this.#outer = '';
    if (current?.name === start.name && current.blank && start.kind !== 'empty_tag') {
      // "ANSWER:", and "Answer:" on the next line: one section.
      current.reopen(start.kind === 'tag', start.wrap);
    } else {
      current?.close();
      const open = { fence: this.#outer, wrap: start.wrap };
      const section = new GrowingSection(start.name, start.kind !== 'label', open);
      this.#sections.push(section);
      this.#current = start.kind === 'empty_tag' ? null : section;
    }
    this.#pending = '';
    this.#state = rest === '' && line.endsWith('\n') ? 'line_start' : 'line';
    this.push(rest);
  }

  /** Lines before the first label: blank ones, one fence, one short line. */
  #decideLeadIn(): void {
    const line = this.#pending;
    if (line.length > LEAD_IN) this.#state = 'failed';
    if (!line.endsWith('\n')) return;
    const text = fold(line).text.trim();
    const fence = /^(`{3}|~{3})[\w-]{0,20}$/.exec(text)?.[1];
    if (fence !== undefined && this.#outer === '') this.#outer = fence;
    else if (text !== '') this.#leadIns += 1;
    this.#pending = '';
    this.#state = this.#leadIns > 1 ? 'failed' : 'line_start';
  }
}

/** The kind of a line; null while it may become another one. Fences and rules are recognised only on complete lines. */
function kindOf(line: string, complete: boolean): LineKind | null {
  const text = line.trim();
  if (text === '') return complete ? 'blank' : null;
  if (!complete && /^(?:`{1,2}$|`{3}|~{1,2}$|~{3}|([-*_])\1*$)/.test(text)) return null;
  if (/^(?:`{3}|~{3})/.test(text)) return 'fence';
  return /^(?:-{3,}|\*{3,}|_{3,})$/.test(text) ? 'rule' : 'text';
}
