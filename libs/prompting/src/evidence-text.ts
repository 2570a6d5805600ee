import { placeInWords, textWithHead, whereaboutsOf, type Evidence } from '@quarry/turn';

/**
 * One evidence item in a prompt: number, stable identifiers, text (003 §6.1). The text is not changed, because it is
 * data. Rows of a table follow the caption and head above them.
 */
export function formatEvidence(item: Evidence): string {
  return `${evidenceHead(item)}\n${textWithHead(item)}`;
}

/**
 * Several evidence items in a prompt, one after another. Rows of one table that follow each other have its caption and
 * head once, above the first: each further one is its number and its line.
 */
export function formatAll(items: readonly Evidence[]): readonly string[] {
  const texts: string[] = [];
  for (const [at, item] of items.entries()) {
    const before = items[at - 1];
    const isNext =
      before?.tableHead !== undefined &&
      before.tableHead === item.tableHead &&
      evidenceHead({ ...before, n: 0 }) === evidenceHead({ ...item, n: 0 });
    if (isNext) texts.push(`${texts.pop() ?? ''}\n[${item.n}] ${item.text}`);
    else texts.push(formatEvidence(item));
  }
  return texts;
}

/** `[3] src/a.ts:10-42 · typescript:src/a.total|FUNCTION`, `[3] report.pdf, page 35 · report.pdf#results/segments`. */
export function evidenceHead(item: Evidence): string {
  const identity = item.nodeKey ?? item.symbol ?? item.section;
  const place = placeInWords(whereaboutsOf(item), (path, first, last) => `${path}:${first}-${last}`);
  return `[${item.n}] ${place}${identity === undefined ? '' : ` · ${identity}`}`;
}
