import { countTokens } from '@quarry/turn';
import { isProse } from './lines';
import type { Quotation } from './merged-quotes';
import { oneLine } from './one-line';
import type { ReadItem } from './read-item';

const TITLE = 'Also found:';
/** Names that a reader looks through below the passages. */
const MOST_LISTED = 6;
/** Characters of what the documentation says of a definition. */
const MOST_SAID = 120;
/** What comments begin and end with, and tags in them. */
const MARKS = /^\s*(?:\/\*\*?|\*\/|\*|\/{2,3}!?|#+|--|"""|''')|(?:\*\/|"""|''')\s*$|<\/?\w[^<>]{0,80}>/g;

/**
 * The definitions of the evidence that no passage quotes, best first, a line each with what their documentation says:
 * the answer is among them more often than six passages can show. None is a citation, since nothing of it is quoted.
 * @param items the items of the evidence, best first
 * @param room tokens of the list at most: what is quoted says more, and comes first
 * @returns '' if every definition is quoted, or none fits
 */
export function alsoFound(items: readonly ReadItem[], quotes: readonly Quotation[], room: number): string {
  const quoted = new Set(quotes.flatMap((quote) => quote.items.map(({ evidence }) => evidence.n)));
  const names = new Set(quotes.flatMap((quote) => quote.items.map(({ evidence }) => keyOf(evidence))));
  const lines: string[] = [];
  for (const { evidence, lines: read } of items) {
    if (lines.length === MOST_LISTED) break;
    const { n, path, symbol, startLine, endLine } = evidence;
    if (symbol === undefined || isProse(evidence) || quoted.has(n)) continue;
    const key = keyOf(evidence);
    const isPart = names.has(key);
    // Of a part of what is quoted or listed, the comment tells nothing.
    if (isPart && covers(quotes, evidence)) continue;
    names.add(key);
    const said = isPart ? '' : saidOf(read);
    const place = `\`${oneLine(path)}\`, lines ${startLine}–${endLine}`;
    lines.push(`- \`${oneLine(symbol)}\`, ${place}${said === '' ? '' : `: ${said}`}`);
  }
  for (let count = lines.length; count > 0; count -= 1) {
    const text = [TITLE, ...lines.slice(0, count)].join('\n');
    if (countTokens(text) <= room) return text;
  }
  return '';
}

/** Whether a quotation shows lines of a piece of evidence. */
function covers(quotes: readonly Quotation[], { path, startLine, endLine }: ReadItem['evidence']): boolean {
  return quotes.some(
    ({ items, spans }) =>
      items.some(({ evidence }) => evidence.path === path) &&
      spans.flat().some(({ number }) => startLine <= number && number <= endLine),
  );
}

/** Parts of a long definition are pieces of evidence of their own. */
function keyOf({ repository, path, symbol, n }: ReadItem['evidence']): string {
  return `${repository}:${path}:${symbol ?? n}`;
}

/** The first sentence of the comment before or below the first definition; '' if it has none. */
function saidOf(lines: ReadItem['lines']): string {
  const first = lines.findIndex(({ kind }) => kind === 'comment');
  const head = lines.findIndex(({ kind }) => kind === 'definition');
  // A comment further below is about a statement.
  if (first < 0 || (head >= 0 && first > head + 3)) return '';
  const run = lines.slice(first);
  const end = run.findIndex(({ kind }) => kind !== 'comment');
  const texts = run.slice(0, end < 0 ? undefined : end).map(({ text }) => text.replace(MARKS, '').trim());
  const said = oneLine(texts.join(' ').trim(), MOST_SAID + 80);
  const sentence = /^.*?[.!?](?=\s|$)/.exec(said)?.[0] ?? said;
  return sentence.startsWith('@') ? '' : oneLine(sentence, MOST_SAID);
}
