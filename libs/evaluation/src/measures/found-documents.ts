import type { Evidence } from '@quarry/turn';

/** A document's name: its identity, or its path if its file is one document. */
export function documentOf({
  document,
  path,
}: {
  readonly document?: string;
  readonly path: string;
}): string {
  return document ?? path;
}

/** Documents of the evidence up to pass `pass`, each once, in the order in which they were found. */
export function documentsOf(evidence: readonly Evidence[], pass = Infinity): string[] {
  // Calculations belong to no document.
  const found = evidence.filter((item) => item.pass <= pass && item.kind !== 'calculation');
  return [...new Set(found.map(documentOf).filter((document) => document !== ''))];
}
