import { defined } from '../record/defined';
import type { Evidence } from '../evidence/evidence';
import type { SectionStart } from '../evidence/section';
import { pageLine } from '../text/page-line';
import { readMarks } from './read-marks';

/** A shorter line, such as a bracket, may stand in any text by chance. */
const LEAST = 12;
/** Words that say which section a sentence is about. */
const WORD = /\p{N}+|[\p{L}_][\p{L}\p{N}_]{2,}/gu;

type Place = Pick<Evidence, 'section' | 'title'>;

/**
 * The section of a piece of evidence that an answer cites, with its title. Evidence may hold several short sections: it
 * is the one that contains the quoted lines; of lines of several, the one that contains them all; without a quotation,
 * the one with most of the words of the sentences that cite it.
 *
 * @example
 * sectionCited(item, 'A request times out after 45 seconds [1].'); // { section: 'guide.md#timeouts', title: 'Guide › Timeouts' }
 */
export function sectionCited(item: Evidence, answer: string): Place {
  const { section, title, sections } = item;
  const own = defined({ section, title });
  if (section === undefined || sections === undefined) return own;
  const places = [{ line: item.startLine, id: section, title: title ?? '' }, ...sections];
  const citing = passagesCiting(answer, item.n).join('\n');
  const parts = textsOf(item, places);
  const spaced = plain(citing);
  const quoted = places.filter((_, i) => isQuoted(parts[i] ?? [], spaced));
  if (quoted.length > 0) return around(quoted, own);
  const words = wordsOf(citing);
  const shared = parts.map((lines) => [...wordsOf(lines.join(' '))].filter((word) => words.has(word)).length);
  const most = Math.max(...shared);
  const best = places[shared.indexOf(most)];
  return best === undefined || most === 0 ? own : placeOf(best);
}

/** The lines of the evidence by the section in which they are; headings are not evidence of a quotation. */
function textsOf(
  { text, startLine }: Evidence,
  places: readonly SectionStart[],
): readonly (readonly string[])[] {
  const lines = text.split('\n');
  return places.map(({ line }, i) => {
    const from = i === 0 ? 0 : line - startLine;
    return lines.slice(from, (places[i + 1]?.line ?? Infinity) - startLine);
  });
}

function isQuoted(lines: readonly string[], citing: string): boolean {
  return lines.some((line) => {
    // A page is quoted as its reader sees it.
    const forms = [plain(line), plain(pageLine(line))];
    return !/^#{1,6} /.test(line) && forms.some((form) => form.length >= LEAST && citing.includes(form));
  });
}

/** The section itself, or the nearest one whose id is above all of them. */
function around(quoted: readonly SectionStart[], own: Place): Place {
  const [first] = quoted;
  if (first !== undefined && quoted.length === 1) return placeOf(first);
  const ways = quoted.map(({ id }) => wayOf(id));
  const titles = quoted.map(({ title }) => title.split(' › '));
  const id = sharedStart(ways);
  // The title says as many names as the way has, with the name of the document.
  const title = sharedStart(titles).join(' › ');
  return {
    section: id.length < 2 ? id.join('') : `${id[0]}#${id.slice(1).join('/')}`,
    ...(title === '' ? defined({ title: own.title }) : { title }),
  };
}

/** `a.md#x/y` is `a.md`, `x`, `y`. */
function wayOf(id: string): readonly string[] {
  const at = id.indexOf('#');
  return at < 0 ? [id] : [id.slice(0, at), ...id.slice(at + 1).split('/')];
}

function sharedStart(ways: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = ways;
  const end = first.findIndex((name, i) => ways.some((way) => way[i] !== name));
  return end < 0 ? first : first.slice(0, end);
}

function placeOf({ id, title }: SectionStart): Place {
  return { section: id, ...(title === '' ? {} : { title }) };
}

/**
 * The parts of an answer that cite a number: a quotation with the head that names its source, up to the next mark; of
 * prose, the line.
 */
function passagesCiting(answer: string, n: number): string[] {
  const marks = readMarks(answer);
  return marks.flatMap(({ numbers, start, end }, i) => {
    if (!numbers.includes(n)) return [];
    const from = answer.lastIndexOf('\n', start) + 1;
    const lineEnd = answer.indexOf('\n', end);
    const isHead = answer[from] === '`' && lineEnd === end;
    const next = marks[i + 1]?.start ?? answer.length;
    return [answer.slice(from, isHead ? next : lineEnd < 0 ? answer.length : lineEnd)];
  });
}

/** Without the marks of a quotation, and with single spaces. */
function plain(text: string): string {
  return text
    .replace(/^ {0,3}>[ \t]?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(WORD) ?? []);
}
