import { defined, type Section } from '@quarry/turn';
import { textLines } from '../markdown/text-lines';
import { cleanTitle } from './mark';
import { SectionIds } from './section-id';
import { MAX_SECTIONS } from './section-tree';
import { sectionsOf } from './sections-of';
import { summaryOf } from './summary';

/** One document of a file with several (JSONL); positions are character offsets in its text. */
export interface DocumentInput {
  readonly path: string;
  /** Line of the file that contains it, from 1. */
  readonly line: number;
  readonly id: string;
  readonly title?: string;
  readonly text: string;
  /** In order, without overlaps; they need not cover the text. */
  readonly sections: readonly { readonly title?: string; readonly start: number; readonly end: number }[];
}

type Place = Required<Pick<Section, 'from' | 'to'>>;

/**
 * The section tree of one document of a file with several: its own sections, otherwise those of the headings in its
 * text. `from` and `to` are character offsets in its text; `startLine` and `endLine` are both its line in the file.
 */
export function sectionsOfDocument(document: DocumentInput): readonly Section[] {
  return document.sections.length > 0 ? ownSections(document) : byHeadings(document);
}

function ownSections({ path, line, id, title, text, sections }: DocumentInput): Section[] {
  const ids = new SectionIds(path, id);
  const name = cleanTitle(title ?? '') ?? id;
  const at = (place: Place): Pick<Section, 'startLine' | 'endLine' | 'from' | 'to' | 'characters'> => ({
    startLine: line,
    endLine: line,
    ...place,
    characters: place.to - place.from,
  });
  const root: Section = {
    id: ids.root,
    path,
    document: id,
    title: name,
    titles: [name],
    level: 0,
    parent: null,
    summary: summaryOf(text, name),
    ...at({ from: 0, to: text.length }),
  };
  const parts = sections.slice(0, MAX_SECTIONS - 1).map((section, i): Section => {
    const part = cleanTitle(section.title ?? '') ?? `Part ${i + 1}`;
    return {
      id: ids.below(ids.root, part),
      path,
      document: id,
      title: part,
      titles: [name, part],
      level: 1,
      parent: ids.root,
      summary: summaryOf(text.slice(section.start, section.end), part),
      ...at({ from: section.start, to: section.end }),
    };
  });
  return [root, ...parts];
}

function byHeadings({ path, line, id, title, text }: DocumentInput): Section[] {
  const lines = textLines(text, 'markdown');
  let sum = 0;
  const begins = lines.map((one) => (sum += one.text.length + 1) - one.text.length - 1);
  const name = cleanTitle(title ?? '') ?? undefined;
  const sections = sectionsOf({
    path,
    document: id,
    ...defined({ title: name }),
    lines,
    outline: [],
    pages: null,
  });
  return sections.map((section) => {
    const from = section.level === 0 ? 0 : (begins[section.startLine - 1] ?? 0);
    const to =
      section.level === 0 ? text.length : Math.min(text.length, begins[section.endLine] ?? text.length);
    return { ...section, startLine: line, endLine: line, from, to, characters: to - from };
  });
}
