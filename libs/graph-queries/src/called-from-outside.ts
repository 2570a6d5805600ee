import { goInterfacesWith, type GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { edgesOf } from './edges-of';
import { declaredBases } from './external/declared-bases';
import { implHeads, type ImplHead } from './external/impl-heads';
import { methodTypes, statedTypes } from './external/go-methods';
import type { SnapshotGraph } from './operation';
import { lastPart, ownerOf } from './owners';

/** Levels of inheritance that are followed. */
const DEPTH = 8;

/** Methods of traits of Rust's standard library, which the language and the library call. */
const RUST: Readonly<Record<string, string>> = {
  Iterator: 'next size_hint nth fold count last try_fold',
  DoubleEndedIterator: 'next_back nth_back',
  ExactSizeIterator: 'len',
  IntoIterator: 'into_iter',
  FromIterator: 'from_iter',
  Extend: 'extend',
  Drop: 'drop',
  Display: 'fmt',
  Default: 'default',
  Clone: 'clone clone_from',
  PartialEq: 'eq ne',
  PartialOrd: 'partial_cmp lt le gt ge',
  Ord: 'cmp',
  Hash: 'hash',
  Hasher: 'finish write',
  From: 'from',
  Into: 'into',
  TryFrom: 'try_from',
  TryInto: 'try_into',
  FromStr: 'from_str',
  AsRef: 'as_ref',
  AsMut: 'as_mut',
  Borrow: 'borrow',
  BorrowMut: 'borrow_mut',
  ToOwned: 'to_owned',
  Deref: 'deref',
  DerefMut: 'deref_mut',
  Index: 'index',
  IndexMut: 'index_mut',
  Add: 'add',
  Sub: 'sub',
  Mul: 'mul',
  Div: 'div',
  Rem: 'rem',
  Neg: 'neg',
  Not: 'not',
  AddAssign: 'add_assign',
  SubAssign: 'sub_assign',
  MulAssign: 'mul_assign',
  DivAssign: 'div_assign',
  BitAnd: 'bitand',
  BitOr: 'bitor',
  BitXor: 'bitxor',
  Read: 'read read_exact read_to_end read_to_string',
  BufRead: 'fill_buf consume',
  Write: 'write flush write_all write_str write_fmt',
  Seek: 'seek',
  Error: 'source description cause',
  Future: 'poll',
  Sum: 'sum',
  Product: 'product',
  Termination: 'report',
};
const TRAIT_OF = new Map(
  Object.entries(RUST).flatMap(([trait, names]) => names.split(' ').map((name) => [name, trait] as const)),
);

/** Finds the type through which code that does not name a method can call it. */
export type CallerType = (method: GraphNode) => string | undefined;

/**
 * For methods of types: the type above that declares the method too, or that the index does not have and that may
 * declare it; a trait or interface of the standard library by what its methods are called.
 * @param everything all types and methods of the graph
 */
export async function callerTypes(
  reader: SnapshotGraph,
  everything: readonly GraphNode[],
): Promise<CallerType> {
  const types = everything.filter(({ kind }) => kind === 'TYPE');
  const byKey = new Map(types.map((type) => [type.key, type]));
  const byName = Map.groupBy(types, ({ qualifiedName }) => qualifiedName);
  const members = new Set(
    everything.filter(({ kind }) => kind === 'METHOD').map(({ qualifiedName }) => qualifiedName),
  );
  const { edges } = await edgesOf(reader, [...byKey.keys()], 'out', ['INHERITS', 'IMPLEMENTS']);
  const above = Map.groupBy(edges, ({ from }) => from);
  const heads = await implHeads(reader, everything);
  const known = new Set(types.map(({ name }) => name));
  const basesOf = (type: GraphNode): readonly GraphNode[] =>
    (above.get(type.key) ?? []).flatMap(({ to }) => byKey.get(to) ?? []);
  return (method) => {
    const seen = new Set<NodeKey>();
    let level = byName.get(ownerOf(method.qualifiedName)) ?? [];
    for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
      for (const { key } of level) seen.add(key);
      const bases = level.flatMap(basesOf).filter(({ key }) => !seen.has(key));
      const declaring = bases.find(({ qualifiedName }) => members.has(`${qualifiedName}.${method.name}`));
      if (declaring) return declaring.name;
      const outside = level.flatMap((type) => outsideOf(type, basesOf(type)))[0];
      if (outside !== undefined && mayBeDeclaredAbove(method)) return outside;
      level = bases;
    }
    const trait = traitAround(method, heads.get(method.path ?? ''));
    return trait !== undefined && !known.has(trait) ? trait : ofStandardLibrary(method);
  };
}

/** The trait of the `impl` around a method of Rust; undefined if it is one of the type itself. */
function traitAround({ startLine = 0 }: GraphNode, heads: readonly ImplHead[] = []): string | undefined {
  return heads.findLast(({ line }) => line <= startLine)?.trait;
}

/** Bases that a type states and the index does not have. */
function outsideOf(type: GraphNode, bases: readonly GraphNode[]): readonly string[] {
  const known = new Set(bases.map(({ name }) => name));
  return declaredBases(type).filter((name) => !known.has(lastPart(name)) && name !== 'object');
}

/** Whether a method can be declared by a base at all: one that is private or static cannot. */
function mayBeDeclaredAbove({ signature = '' }: GraphNode): boolean {
  return !/^[^({=]*\b(?:private|static)\b|^#/.test(signature);
}

function ofStandardLibrary(method: GraphNode): string | undefined {
  const { language, name, signature = '' } = method;
  // The methods of a trait have its visibility, and no `pub` of their own.
  if (language === 'rust') return /^pub\b/.test(signature) ? undefined : TRAIT_OF.get(name);
  if (language !== 'go') return undefined;
  const types = methodTypes(method);
  return goInterfacesWith(name).find(([, stated]) => statedTypes(stated) === types)?.[0];
}
