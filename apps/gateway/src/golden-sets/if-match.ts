import { Fault } from '@quarry/turn';

/**
 * Returns the revision in an `If-Match` header (RFC 9110 §13.1.1); undefined if any revision matches.
 *
 * @throws Fault `bad_request`.
 */
export function seenRevision(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const revision = /^"?(\d{1,9})"?$/.exec(header.trim())?.[1];
  if (revision === undefined)
    throw new Fault('bad_request', 'If-Match must be the revision of the golden set in quotes, such as "3".');
  return Number(revision);
}

/** `ETag` of a golden set. */
export function tagOf({ revision }: { readonly revision: number }): string {
  return `"${revision}"`;
}
