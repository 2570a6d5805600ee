import type { ParsedReply, StreamGate } from './protocol';
import type { SectionName } from './section-label';
import { SectionReader } from './section-reader';

/** A grammar of labelled sections, one of which is the answer. */
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
 * Reads a whole reply. Sections may come in any order, since their labels leave no doubt; the same section twice leaves open which
 * one is meant, and is refused.
 */
export function readSections(reply: string, grammar: SectionGrammar): ReadSections {
  const reader = new SectionReader(grammar.sections);
  reader.push(reply);
  reader.end();
  const texts = new Map<string, string>();
  for (const { name, text } of reader.sections) {
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

/** Shows the text of the answer's section as it grows, and nothing else. */
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
