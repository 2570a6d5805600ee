import { valueKey, type Column } from './columns';
import { canonical } from './synonyms';

/** The values of a column by what they are called, in stems. */
export interface ValueNames {
  readonly exact: ReadonlyMap<string, readonly string[]>;
  /** Values of one word, by its meaning. */
  readonly alike: ReadonlyMap<string, readonly string[]>;
}

const KNOWN = new WeakMap<Column, ValueNames>();

/** The names of the values of a column: as they are printed and, for codes, what they stand for. */
export function valueNames(column: Column): ValueNames {
  const known = KNOWN.get(column);
  if (known) return known;
  const pairs = column.values.flatMap((value) =>
    namesOf(value, column).map((name): readonly [string, string] => [name, value]),
  );
  const words = pairs.filter(([name]) => !name.includes(' '));
  const names = {
    exact: byName(pairs),
    alike: byName(words.map(([name, value]) => [canonical(name), value])),
  };
  KNOWN.set(column, names);
  return names;
}

function byName(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const own = found.get(name);
    if (own) own.push(value);
    else found.set(name, [value]);
  }
  return found;
}

function namesOf(value: string, { codes }: Column): readonly string[] {
  const name = codes?.get(value.toLowerCase());
  const all = [valueKey(value), ...(name === undefined ? [] : [valueKey(name)])];
  return [...new Set(all)].filter((key) => key !== '');
}
