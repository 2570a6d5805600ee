import { fold } from './fold';
import type { ParsedReply, StreamGate } from './protocol';
import { labelAt, type SectionName } from './section-label';
import { SectionReader } from './section-reader';

/** A grammar of labelled sections. One section is the answer. */
export interface SectionGrammar {
  /** The first one is the answer. */
  readonly sections: readonly SectionName[];
  /** The form in words, for errors. */
  readonly form: string;
}

/** The sections of a reply by name, each at most once; or why it cannot be read. */
export type ReadSections =
  | { readonly ok: true; readonly texts: ReadonlyMap<string, string> }
  | Extract<ParsedReply, { readonly ok: false }>;

/**
 * Reads a complete reply. Sections may have any order, because their labels are unambiguous. A repeated section is
 * ambiguous, and is refused.
 */
export function readSections(reply: string, grammar: SectionGrammar): ReadSections {
  const reader = new SectionReader(grammar.sections);
  reader.push(reply);
  reader.end();
  const answer = grammar.sections[0]?.name;
  const texts = new Map<string, string>();
  for (const { name, text, fenced } of reader.sections) {
    if (fenced && name !== answer && text.split('\n').some((line) => isLabel(line, grammar)))
      return {
        ok: false,
        error: `A code fence is not closed, and one of the labels stands in it. ${grammar.form}`,
      };
    const label = name.toUpperCase();
    if (texts.has(name))
      return {
        ok: false,
        error: `The section '${label}:' stands there twice; write it once. ${grammar.form}`,
      };
    texts.set(name, text);
  }
  if (texts.size === 0)
    return { ok: false, error: `The reply does not begin with one of its labels. ${grammar.form}` };
  return { ok: true, texts };
}

/** A fence that was quoted, and opened only there, would hide the model's own labels after it. */
function isLabel(line: string, { sections }: SectionGrammar): boolean {
  return labelAt(fold(line.slice(0, LINE_START)).text, true, sections, false).kind === 'label';
}

/** Number of characters of a line within which a label may start. */
const LINE_START = 200;

/** Shows only the text of the answer's section, as it grows. */
export function openSectionGate(grammar: SectionGrammar): StreamGate {
  const reader = new SectionReader(grammar.sections);
  const answer = grammar.sections[0]?.name;
  const grown = (): string => reader.sections.find(({ name }) => name === answer)?.take() ?? '';
  return {
    push(delta) {
      reader.push(delta);
      return grown();
    },
    end() {
      reader.end();
      return grown();
    },
  };
}
