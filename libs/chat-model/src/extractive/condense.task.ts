import { countTokens, type Evidence, truncateToTokens } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { readEvidence } from './relevance';

/** The kind at the end of a node key, such as `dbo.Invoice|TABLE`, and characters that no name before it contains. */
const KIND = /\|[A-Z_]{2,20}\b/g;
const PARTS = /[\s|,;()[\]{}"'`]/;
/** Longest name before a kind, in characters. */
const MAX_NAME = 200;

interface KeptLine {
  readonly at: number;
  readonly text: string;
  readonly gain: number;
}

/**
 * Condenses the evidence: for each item a line with its number, location and identifiers, which is always kept, and its
 * most relevant lines, best first, while there is room; then identifiers that only the text contains.
 */
export function condenseReply(inputs: ChatInputs, maxOutputTokens: number): string {
  if (inputs.evidence.length === 0) return condenseText(inputs, maxOutputTokens);
  const items = [...inputs.evidence].sort((a, b) => a.n - b.n);
  const heads = items.map((item) => headLine(item, inputs.text ?? ''));
  const known = heads.join('\n');
  const extra = [...new Set(nodeKeysIn(inputs.text ?? ''))];
  const tail = extra.filter((key) => !known.includes(key)).join('\n');
  let left = maxOutputTokens - countTokens(known) - countTokens(tail) - items.length - 2;

  const reading = readEvidence(inputs.question, items, inputs.needs);
  const wanted = reading.items
    .flatMap((item) =>
      item.lines.map((line, at) => ({
        n: item.evidence.n,
        at,
        text: line.text.trimEnd(),
        gain:
          line.kind === 'noise'
            ? 0
            : (item.lineScores[at] ?? 0) * (0.5 + item.score) + (line.kind === 'definition' ? 0.1 : 0),
      })),
    )
    .filter((line) => line.gain > 0 && line.text.trim() !== '')
    .sort((a, b) => b.gain - a.gain || a.n - b.n || a.at - b.at);
  const kept = new Map<number, KeptLine[]>();
  for (const line of wanted) {
    if (left <= 0) break;
    const cost = countTokens(line.text) + 2;
    if (cost > left) continue;
    left -= cost;
    kept.set(line.n, [...(kept.get(line.n) ?? []), line]);
  }
  const parts = items.map((item, at) =>
    [heads[at] ?? '', ...linesInOrder(kept.get(item.n) ?? [])].join('\n'),
  );
  return truncateToTokens([...parts, ...(tail === '' ? [] : [tail])].join('\n'), maxOutputTokens).trimEnd();
}

/** Node keys in a text, in order. */
function nodeKeysIn(text: string): readonly string[] {
  return [...text.matchAll(KIND)].flatMap(({ 0: kind, index }) => {
    let from = index;
    while (from > Math.max(0, index - MAX_NAME) && !PARTS.test(text.charAt(from - 1))) from -= 1;
    return from === index ? [] : [text.slice(from, index) + kind];
  });
}

/** The item's heading in the text, if it has one; otherwise its number, location and every identifier. */
function headLine(item: Evidence, text: string): string {
  const mark = `[${item.n}] ${item.path}`;
  const heading = text.split('\n').find((line) => line.startsWith(mark));
  const names = [item.symbol, item.nodeKey].filter((name) => name !== undefined);
  return heading ?? [`${mark}:${item.startLine}-${item.endLine}`, ...new Set(names)].join(' ');
}

function linesInOrder(lines: readonly KeptLine[]): readonly string[] {
  const sorted = [...lines].sort((a, b) => a.at - b.at);
  return sorted.flatMap((line, index) => {
    const before = sorted[index - 1];
    return before && line.at - before.at > 1 ? ['…', line.text] : [line.text];
  });
}

/** Without evidence items: the lines of the text with identifiers, then those closest to the question. */
function condenseText(inputs: ChatInputs, maxOutputTokens: number): string {
  const text = inputs.text ?? '';
  if (countTokens(text) <= maxOutputTokens) return text;
  const reading = readEvidence(inputs.question, []);
  let left = maxOutputTokens;
  const lines = text.split('\n').map((line, at) => ({ line, at }));
  const rank = ({ line }: { line: string }) => (nodeKeysIn(line).length > 0 ? 2 : 0) + reading.share(line);
  const kept = [...lines]
    .sort((a, b) => rank(b) - rank(a) || a.at - b.at)
    .filter(({ line }) => {
      const cost = countTokens(line) + 1;
      if (line.trim() === '' || cost > left) return false;
      left -= cost;
      return true;
    });
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ line }) => line)
    .join('\n');
}
