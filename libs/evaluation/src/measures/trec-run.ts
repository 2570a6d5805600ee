/**
 * A ranked list, best first, as lines of a TREC run file: `query Q0 document rank score tag`. The scores fall by 1 with
 * each rank, so that trec_eval, which sorts by score and then by document, uses this order. Spaces in names become
 * `%20`, because they separate fields.
 */
export function trecLines(query: string, ranked: readonly string[], tag: string): string {
  const documents = [...new Set(ranked)];
  return documents
    .map(
      (document, at) =>
        `${trecField(query)} Q0 ${trecField(document)} ${at + 1} ${documents.length - at} ${trecField(tag)}\n`,
    )
    .join('');
}

/** A name without spaces. */
export function trecField(name: string): string {
  return name.replace(/\s/g, (blank) => encodeURIComponent(blank));
}
