/**
 * A ranked list, best first, as lines of a TREC run file: `query Q0 document rank score tag`. The scores are those of the places, falling by 1, so that
 * trec_eval, which sorts by score and then by document, sees this very order. Blanks in names become `%20`: there they would part fields.
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

/** A name without blanks. */
export function trecField(name: string): string {
  return name.replace(/\s/g, (blank) => encodeURIComponent(blank));
}
