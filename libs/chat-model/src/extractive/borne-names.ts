import { namePartsOf, type Evidence } from '@quarry/turn';
import type { Line } from './lines';
import type { Term } from './terms';

/** The names that the symbol consists of: `StaticFiles` and `check_config`. */
export function partsOf({ symbol = '' }: Evidence): readonly string[] {
  return namePartsOf(symbol);
}

/**
 * Whether a capitalized word within a question is the name of something in the evidence, as `Excluder` is; not if most
 * of the evidence belongs to it, as to a project of that name.
 */
export function isBorne(
  { text, identifier }: Term,
  question: string,
  evidence: readonly Evidence[],
): boolean {
  if (identifier || !/^\p{Lu}\p{Ll}/u.test(text) || question.trimStart().startsWith(text)) return false;
  const bearing = evidence.filter((item) => partsOf(item).includes(text)).length;
  return bearing > 0 && bearing * 2 <= evidence.length;
}

/**
 * Names of the question that the item bears or belongs to: that its lines state them again tells nothing, as all of it
 * is about them.
 */
export function ownTerms(item: Evidence, terms: readonly Term[]): ReadonlySet<Term> {
  const names = new Set(partsOf(item).map((part) => part.toLowerCase()));
  return new Set(terms.filter(({ identifier, key }) => identifier && names.has(key)));
}

/** Names on the lines that define what the question names: the bases of `IntRange`, whose members it has as well. */
export function basesOf(
  read: readonly { readonly evidence: Evidence; readonly lines: readonly Line[] }[],
  terms: readonly Term[],
): ReadonlySet<string> {
  const named = namesOf(terms);
  const heads = read.flatMap(({ lines }) =>
    lines.filter(({ kind, defines }) => kind === 'definition' && named.has(defines?.toLowerCase() ?? '')),
  );
  const types = heads.filter(({ text }) => /\b(?:class|struct|interface|record|trait)\b/.test(text));
  return new Set(
    types.flatMap(
      ({ text, defines = '' }) =>
        text
          .slice(text.indexOf(defines) + defines.length)
          .toLowerCase()
          .match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [],
    ),
  );
}

export function namesOf(terms: readonly Term[]): ReadonlySet<string> {
  return new Set(terms.filter(({ identifier }) => identifier).map(({ key }) => key));
}

/** Whether an item is a member of one of the types, by their names in lower case. */
export function isMemberOf(item: Evidence, types: ReadonlySet<string>): boolean {
  return partsOf(item)
    .slice(0, -1)
    .some((part) => types.has(part.toLowerCase()));
}
