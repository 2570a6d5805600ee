import type { GraphNode, NodeKind } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { callerTypes, type CallerType } from '../called-from-outside';
import { codeText } from '../code-text';
import { counted } from '../found';
import { isTestDefinition } from '../in-tests';
import { listed, type Listed } from '../listed';
import type { GraphOperation, SnapshotGraph } from '../operation';
import { lastPart, ownerOf } from '../owners';
import { referencesTo } from '../references';
import { isIn, scan } from '../scan';
import { escaped } from '../source-lines';
import { decoratorOf, isProperty, isPublic } from '../visibility';
import { namedElsewhere } from '../words';

/** Names that a language or its runtime calls. */
const CALLED_BY_LANGUAGE = /^(?:main|Main|init|constructor|\.ctor|__\w+__)$/;

/** What can use a definition that nothing refers to; the order is that of the heading. */
const REASONS = [
  'that only tests use',
  'public',
  'of a trait, interface or base class, through which they may be called',
  'whose names occur in other code',
  'with a decorator or attribute that may use them',
  'read as properties',
  'that may be passed on as values',
  'required by the compiler',
] as const;

/** A sign of use: its kind, and the sentence beside the definition. */
interface Sign {
  readonly reason: (typeof REASONS)[number];
  readonly note: string;
}

/** A definition without a reference, and what speaks for its use. */
type Candidate = Listed & Partial<Sign>;

/** Functions, methods and types that nothing in the index refers to: candidates for dead code. */
export const unused: GraphOperation = {
  name: 'unused',
  summary: 'definitions that nothing in the index refers to, of everything or of FOLDER',
  names: 0,
  subjects: [],
  isOfKind: true,
  limits:
    'A definition without a sign of use can still be in use: by reflection, by a name in a string, by a macro, by a framework, or by code outside of the index. `quarry graph unused --json` lists the others, each with what may use it.',
  questions: [
    '(?:what|{which})(?: (?:of|in|under|within) {X})? (?:is|are) (?:un(?:used|referenced|reachable)|dead(?: code)?|(?:not|never|no longer) (?:used|called|referenced|reached)(?: (?:anywhere|by anything|at all))?)(?: (?:of|in|under|within) {X})?',
    '(?:is|are) there (?:any )?(?:dead|unused|unreferenced|unreachable) (?:[a-z]+ )?(?:code|{noun})(?: (?:of|in|under|within) {X})?',
    '(?:dead|unused|unreferenced|unreachable) (?:[a-z]+ )?(?:code|{noun})(?: (?:of|in|under|within) {X})?',
    'what can (?:i|we|be) (?:safely )?(?:delete|remove|deleted|removed)(?: (?:of|in|under|within|from) {X})?',
    'what (?:does )?(?:nothing|nobody|no one) (?:calls?|uses?|refers? to)(?: in {X})?',
  ],
  heading: ([folder], all) => {
    const { certain = 0, reasons = [], atLeast } = all;
    const where = folder === undefined ? '' : ` in ${folder}`;
    const unused = counted({ total: certain, ...(atLeast ? { atLeast } : {}) }, all.one ?? 'definition');
    const others = reasons.reduce((sum, [, count]) => sum + count, 0);
    const counts = reasons.map(([reason, count]) => `${count} ${reason}`).join('; ');
    const more = `${others}${certain > 0 ? ' more' : ''} without a reference may be in use all the same`;
    return `${unused} without any sign of use${where}${others > 0 ? `. ${more}: ${counts}` : ''}`;
  },
  run: async (reader, _subjects, limits) => {
    // The whole graph is read: a use in another folder is a use.
    const all = await scan(reader, ['FUNCTION', 'METHOD', 'TYPE', 'FIELD'], { tests: true });
    const wanted = wantedKinds(limits.kind);
    const nodes = all.nodes.filter(
      (node) =>
        wanted.kinds.includes(node.kind) &&
        isIn(node, limits.folder) &&
        !isTestDefinition(node) &&
        !isAssociatedType(node),
    );
    const { found, isCut } = await candidates(reader, nodes, all.nodes);
    const certain = found.filter(({ note }) => note === undefined).length;
    const counts = Map.groupBy(found, ({ reason }) => reason);
    const reasons = REASONS.flatMap((reason) => {
      const count = counts.get(reason)?.length ?? 0;
      return count === 0 ? [] : [[reason, count] as const];
    });
    const one = wanted.one === undefined ? {} : { one: wanted.one };
    return { ...listed(found, all.cut || isCut, limits), certain, reasons, ...one };
  },
};

/** The kinds of definitions that a question asks for, and what it calls one of them. */
function wantedKinds(kind = ''): { readonly kinds: readonly NodeKind[]; readonly one?: string } {
  if (/^(?:function|method|procedure)$/.test(kind)) return { kinds: ['FUNCTION', 'METHOD'], one: kind };
  if (/^(?:class|type|interface|struct|enum|trait)$/.test(kind)) return { kinds: ['TYPE'], one: 'type' };
  return { kinds: ['FUNCTION', 'METHOD', 'TYPE'] };
}

/** `type Item = u8;` in an `impl` of Rust: the trait asks for it, and its name is used through the trait. */
function isAssociatedType({ language, kind, qualifiedName, signature = '' }: GraphNode): boolean {
  if (language !== 'rust' || kind !== 'TYPE' || !/^(?:pub(?:\([^)]*\))?\s+)?type\b/.test(signature))
    return false;
  // The type around it has a capital letter, which a module has not.
  return /^\p{Lu}/u.test(lastPart(ownerOf(qualifiedName)));
}

/** A type of C# in a namespace of the platform, by whose name the compiler finds it: `IsExternalInit`. */
function isForCompiler({ language, kind, qualifiedName }: GraphNode): boolean {
  return language === 'csharp' && kind === 'TYPE' && /^System\.(?:\w+\.)*\w+$/.test(qualifiedName);
}

async function candidates(
  reader: SnapshotGraph,
  nodes: readonly GraphNode[],
  everything: readonly GraphNode[],
): Promise<{ readonly found: readonly Candidate[]; readonly isCut: boolean }> {
  const { inCode, inTests, cut } = await referencesTo(reader, nodes);
  const types = new Map(
    everything.filter(({ kind }) => kind === 'TYPE').map((type) => [type.qualifiedName, type]),
  );
  const functions = new Set(
    everything.filter(({ kind }) => kind !== 'TYPE').map(({ qualifiedName }) => qualifiedName),
  );
  const usedOwners = new Set(
    nodes.filter(({ key }) => inCode.has(key)).map(({ qualifiedName }) => ownerOf(qualifiedName)),
  );
  const names = new Set(nodes.filter(({ key }) => inCode.has(key)).map(({ qualifiedName }) => qualifiedName));
  const without = nodes.filter(
    ({ key, kind, name, qualifiedName, text }) =>
      text !== undefined &&
      !inCode.has(key) &&
      // Another overload is used.
      !names.has(qualifiedName) &&
      !CALLED_BY_LANGUAGE.test(name) &&
      // A constructor is used with its type, and a type through its members.
      name !== ownerOf(qualifiedName).split(/[./]/).at(-1) &&
      !(kind === 'TYPE' && usedOwners.has(qualifiedName)),
  );
  const elsewhere = namedElsewhere(without, everything);
  const callerOf = await callerTypes(reader, everything);
  const known = { tests: inTests, elsewhere, types, functions, callerOf };
  const found = without.map((node): Candidate => {
    const sign = signOf(node, known);
    return { node, ...sign, ...(sign ? { aside: true as const } : {}) };
  });
  return { found: found.toSorted((a, b) => rank(a) - rank(b) || inPlace(a.node, b.node)), isCut: cut };
}

interface Known {
  readonly tests: ReadonlySet<NodeKey>;
  readonly elsewhere: ReadonlyMap<NodeKey, GraphNode>;
  readonly types: ReadonlyMap<string, GraphNode>;
  readonly functions: ReadonlySet<string>;
  readonly callerOf: CallerType;
}

/** Why a definition without references can be in use all the same; undefined if nothing says so. */
function signOf(node: GraphNode, { tests, elsewhere, types, functions, callerOf }: Known): Sign | undefined {
  if (isForCompiler(node)) return { reason: 'required by the compiler', note: 'the compiler may need it' };
  const owner = ownerOf(node.qualifiedName);
  const around = types.get(owner);
  const isSeen = isPublic(node, around);
  const caller = node.kind === 'METHOD' ? callerOf(node) : undefined;
  if (caller !== undefined)
    return {
      reason: 'of a trait, interface or base class, through which they may be called',
      note: `${caller} may call it`,
    };
  if (tests.has(node.key))
    return {
      reason: 'that only tests use',
      note: isSeen ? 'public, only tests use it' : 'only tests use it',
    };
  if (isProperty(node))
    return { reason: 'read as properties', note: 'a property, which code reads without a call' };
  const decorator = decoratorOf(node);
  if (decorator !== undefined)
    return { reason: 'with a decorator or attribute that may use them', note: `${decorator} may use it` };
  const other =
    elsewhere.get(node.key) ??
    (node.kind === 'TYPE' && around && isNamedOutside(node, around) ? around : undefined);
  if (other) return { reason: 'whose names occur in other code', note: `its name occurs in ${other.name}` };
  if (functions.has(owner))
    return {
      reason: 'that may be passed on as values',
      note: 'an inner function, which may be passed as a value',
    };
  return isSeen ? { reason: 'public', note: 'public' } : undefined;
}

/** Whether the type around a type names it outside of it: in an initializer, which is no definition of its own. */
function isNamedOutside(
  { name, startLine = 0, endLine = 0 }: GraphNode,
  { text = '', startLine: start = 1, language }: GraphNode,
): boolean {
  const pattern = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`);
  return codeText(text, language).some((line, at) => {
    const number = start + at;
    return !(startLine <= number && number <= endLine) && pattern.test(line);
  });
}

/** What nothing speaks for comes first, then what only its visibility speaks for. */
function rank({ note }: Listed): number {
  return note === undefined ? 0 : ['only tests use it', 'public'].indexOf(note) + 1 || 3;
}

function inPlace(a: GraphNode, b: GraphNode): number {
  const [left = '', right = ''] = [a.path, b.path];
  return left < right ? -1 : left > right ? 1 : (a.startLine ?? 0) - (b.startLine ?? 0);
}
