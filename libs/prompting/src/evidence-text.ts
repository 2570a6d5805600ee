import { placeInWords, textWithHead, whereaboutsOf, type Evidence } from '@quarry/turn';

/**
 * One evidence item in a prompt: number, stable identifiers, text (003 §6.1). The text is not changed, because it is
 * data. Rows of a table follow the caption and head above them.
 */
export function formatEvidence(item: Evidence): string {
  return `${evidenceHead(item)}\n${textWithHead(item)}`;
}

/** `[3] src/a.ts:10-42 · typescript:src/a.total|FUNCTION`, `[3] report.pdf, page 35 · report.pdf#results/segments`. */
export function evidenceHead(item: Evidence): string {
  const identity = item.nodeKey ?? item.symbol ?? item.section;
  const place = placeInWords(whereaboutsOf(item), (path, first, last) => `${path}:${first}-${last}`);
  return `[${item.n}] ${place}${identity === undefined ? '' : ` · ${identity}`}`;
}
