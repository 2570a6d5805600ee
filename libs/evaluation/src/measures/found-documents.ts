import type { Evidence } from '@quarry/turn';

/** What a document is called: by its identity, or by its path where its file is one document. */
export function documentOf({
  document,
  path,
}: {
  readonly document?: string;
  readonly path: string;
}): string {
  return document ?? path;
}

/** Documents of the evidence that passes up to `pass` brought, each once, in the order in which they were found. */
export function documentsOf(evidence: readonly Evidence[], pass = Infinity): string[] {
  // What was calculated stands in no document.
  const found = evidence.filter((item) => item.pass <= pass && item.kind !== 'calculation');
  return [...new Set(found.map(documentOf).filter((document) => document !== ''))];
}
