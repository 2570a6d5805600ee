import type { LeftOut } from './protocol';

/** Things that are named one by one; further ones are counted. */
const NAMED = 16;

/** The first `most` of a list, and what is beyond them. */
export interface Limited {
  readonly kept: readonly string[];
  readonly rest: readonly string[];
}

/** Splits a list at its limit. */
export function limited(items: readonly string[], most: number): Limited {
  return { kept: items.slice(0, most), rest: items.slice(most) };
}

/**
 * What a reply asks for beyond a limit, for its verdict; nothing where nothing is left out.
 * @param why the limit, as a clause without a full stop
 */
export function leftOut(rest: readonly string[], why: string): { readonly leftOut?: LeftOut } {
  return rest.length === 0 ? {} : { leftOut: { texts: counted(rest, NAMED), why } };
}

/** A list that is only shown: the first `most`, and how many more there are. */
export function counted(items: readonly string[], most: number): readonly string[] {
  const more = items.length - most;
  return more <= 0 ? items : [...items.slice(0, most), `and ${more} more`];
}
