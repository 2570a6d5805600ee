import { nameInKey, shortNameInKey, type NodeKey } from '@quarry/turn';

/** Words for an edge, seen from its target and from its source, and for a number of them. */
const WORDS: Readonly<Record<string, readonly [incoming: string, outgoing: string, many: string]>> = {
  CALLS: ['called by', 'calls', 'calls'],
  EXECUTES: ['executed by', 'executes', 'executions'],
  INHERITS: ['extended by', 'extends', 'extensions of types'],
  IMPLEMENTS: ['implemented by', 'implements', 'implementations'],
  READS_FROM: ['read by', 'reads', 'reads of tables'],
  WRITES_TO: ['written by', 'writes', 'writes to tables'],
  USES: ['used by', 'uses', 'uses of types, fields and functions'],
  FK: ['referenced by', 'references', 'foreign keys'],
  MAPS_TO: ['mapped by', 'maps to', 'mappings'],
  DEPENDS_ON: ['needed by', 'depends on', 'dependencies'],
  IMPORTS: ['imported by', 'imports', 'imports'],
  DEFINES: ['defined in', 'defines', 'members'],
};
/** Kinds that say least come last. */
const ORDER = Object.keys(WORDS);

/**
 * What a relation is to one of its ends.
 * @example
 * phraseOf('CALLS', true); // 'called by'
 * phraseOf('CALLS', false, true); // 'probably calls'
 */
export function phraseOf(kind: string, isIncoming: boolean, isProbable = false): string {
  const [incoming = 'related from', outgoing = 'related to'] = WORDS[kind] ?? [];
  return `${isProbable ? 'probably ' : ''}${isIncoming ? incoming : outgoing}`;
}

/** Place of a kind among the others, the most telling first. */
export function rankOfKind(kind: string): number {
  const at = ORDER.indexOf(kind);
  return at < 0 ? ORDER.length : at;
}

/** `60 calls, 4 members`: numbers of relations by kind, in words. */
export function countsInWords(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([a], [b]) => rankOfKind(a) - rankOfKind(b))
    .map(([kind, count]) => `${count} ${numbered(WORDS[kind]?.[2] ?? 'others', count)}`)
    .join(', ');
}

/** `foreign keys` as `foreign key`, `uses of types` as `use of types` for one. */
function numbered(many: string, count: number): string {
  if (count !== 1) return many;
  const [first = '', ...others] = many.split(/(?= (?:of|to) )/);
  return [first.replace(/ies$/, 'y').replace(/s$/, ''), ...others].join('');
}

/** A key as a prompt writes it: what the graph calls a field is often a property or a constant. */
export function shownKey(key: NodeKey): string {
  return key.replace(/\|FIELD$/, ' (field, property or constant)');
}

/**
 * The name of a node beside another one: with its parameters where both have the same name, because an overload is no
 * recursion, and where a type lists its members, which do not repeat its name.
 * @example
 * nameBeside('cs:A.Write(int)|METHOD', 'cs:A.Write(string)|METHOD', 'CALLS'); // 'A.Write(string)'
 * nameBeside('cs:A.Write|METHOD', 'cs:A.Write|METHOD', 'CALLS'); // 'itself'
 */
export function nameBeside(head: NodeKey, other: NodeKey, kind: string): string {
  if (head === other) return 'itself';
  const whole = shortNameInKey(other);
  const own = `${shortNameInKey(head)}.`;
  const short = kind === 'DEFINES' && whole.startsWith(own) ? whole.slice(own.length) : whole;
  if (kind !== 'DEFINES' && nameInKey(head) !== nameInKey(other)) return short;
  return `${short}${parametersIn(other)}`;
}

/** `(int, string)` of the key of an overload; '' of any other. */
function parametersIn(key: NodeKey): string {
  const [own = ''] = key.split('|');
  const open = own.indexOf('(');
  return open < 0 ? '' : own.slice(open, own.lastIndexOf(')') + 1);
}
