import { isProse } from './lines';
import type { Quotation } from './merged-quotes';
import { oneLine } from './one-line';
import type { ReadItem } from './read-item';

/** Names that a reader looks through below the passages. */
const MOST_LISTED = 6;
/** Characters of what the documentation says of a definition. */
const MOST_SAID = 120;
/** What comments begin and end with, and tags in them. */
const MARKS = /^\s*(?:\/\*\*?|\*\/|\*|\/{2,3}!?|#+|--|"""|''')|(?:\*\/|"""|''')\s*$|<\/?\w[^<>]{0,80}>/g;

/**
 * The definitions of the evidence that no passage quotes, best first, a line each with what their documentation says:
 * the answer is among them more often than six passages can show.
 * @param items the items of the evidence, best first
 * @returns '' if every definition is quoted
 */
export function alsoFound(items: readonly ReadItem[], quotes: readonly Quotation[]): string {
  const seen = new Set(quotes.flatMap((quote) => quote.items.map(({ evidence }) => keyOf(evidence))));
  const lines: string[] = [];
  for (const { evidence, lines: read } of items) {
    if (lines.length === MOST_LISTED) break;
    const key = keyOf(evidence);
    if (evidence.symbol === undefined || isProse(evidence) || seen.has(key)) continue;
    seen.add(key);
    const said = saidOf(read);
    const place = `\`${oneLine(evidence.path)}\`, line ${evidence.startLine}`;
    lines.push(
      `- \`${oneLine(evidence.symbol)}\`, ${place} [${evidence.n}]${said === '' ? '' : `: ${said}`}`,
    );
  }
  return lines.length === 0 ? '' : `Also found:\n${lines.join('\n')}`;
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
