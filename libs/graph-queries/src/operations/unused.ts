import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { callerTypes, type CallerType } from '../called-from-outside';
import { codeText } from '../code-text';
import { counted } from '../found';
import { isTestDefinition } from '../in-tests';
import { listed, type Listed } from '../listed';
import type { GraphOperation, SnapshotGraph } from '../operation';
import { ownerOf } from '../owners';
import { referencesTo } from '../references';
import { isIn, scan } from '../scan';
import { escaped } from '../source-lines';
import { decoratorOf, isProperty, isPublic } from '../visibility';
import { namedElsewhere } from '../words';

/** Names that a language or its runtime calls. */
const CALLED_BY_LANGUAGE = /^(?:main|Main|init|constructor|\.ctor|__\w+__)$/;

/** Functions, methods and types that nothing in the index refers to: candidates for dead code. */
export const unused: GraphOperation = {
  name: 'unused',
  summary: 'definitions that nothing in the index refers to, of everything or of FOLDER',
  names: 0,
  subjects: [],
  limits:
    'A definition in this list can still be in use: by reflection, by a name in a string, by a macro, by a framework, or by code outside of the index.',
  questions: [
    '(?:what|{which})(?: (?:of|in|under|within) {X})? (?:is|are) (?:un(?:used|referenced|reachable)|dead(?: code)?|(?:not|never|no longer) (?:used|called|referenced|reached)(?: (?:anywhere|by anything|at all))?)(?: (?:of|in|under|within) {X})?',
    '(?:is|are) there (?:any )?(?:dead|unused|unreferenced|unreachable) (?:[a-z]+ )?(?:code|{noun})(?: (?:of|in|under|within) {X})?',
    '(?:dead|unused|unreferenced|unreachable) (?:[a-z]+ )?(?:code|{noun})(?: (?:of|in|under|within) {X})?',
    'what can (?:i|we|be) (?:safely )?(?:delete|remove|deleted|removed)(?: (?:of|in|under|within|from) {X})?',
    'what (?:does )?(?:nothing|nobody|no one) (?:calls?|uses?|refers? to)(?: in {X})?',
  ],
  heading: ([folder], all) => {
    const { certain = 0, total, atLeast } = all;
    const where = folder === undefined ? '' : ` in ${folder}`;
    const unused = counted({ total: certain, ...(atLeast ? { atLeast } : {}) }, 'definition');
    const others = total - certain;
    const listed = `${others}${certain > 0 ? ' more' : ''} without a reference from other code ${others === 1 ? 'has' : 'have'} a sign of use, given beside ${others === 1 ? 'it' : 'each'}`;
    return `${unused} without any sign of use${where}${others > 0 ? `; ${listed}` : ''}`;
  },
  run: async (reader, _subjects, limits) => {
    // The whole graph is read: a use in another folder is a use.
    const all = await scan(reader, ['FUNCTION', 'METHOD', 'TYPE', 'FIELD'], { tests: true });
    const nodes = all.nodes.filter(
      (node) => node.kind !== 'FIELD' && isIn(node, limits.folder) && !isTestDefinition(node),
    );
    const { found, isCut } = await candidates(reader, nodes, all.nodes);
    const signless = found.filter(({ note }) => note === undefined).length;
    return { ...listed(found, all.cut || isCut, limits), certain: signless };
  },
};

async function candidates(
  reader: SnapshotGraph,
  nodes: readonly GraphNode[],
  everything: readonly GraphNode[],
): Promise<{ readonly found: readonly Listed[]; readonly isCut: boolean }> {
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
  const noteOf = (node: GraphNode): string | undefined =>
    noteOn(node, { tests: inTests, elsewhere, types, functions, callerOf });
  const found = without.map((node): Listed => ({ node, note: noteOf(node) }));
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
function noteOn(
  node: GraphNode,
  { tests, elsewhere, types, functions, callerOf }: Known,
): string | undefined {
  const owner = ownerOf(node.qualifiedName);
  const isSeen = isPublic(node, types.get(owner));
  const caller = node.kind === 'METHOD' ? callerOf(node) : undefined;
  if (caller !== undefined) return `${caller} may call it`;
  if (tests.has(node.key)) return isSeen ? 'public, only tests use it' : 'only tests use it';
  if (isProperty(node)) return 'a property, which code reads without a call';
  const decorator = decoratorOf(node);
  if (decorator !== undefined) return `${decorator} may use it`;
  const other = elsewhere.get(node.key);
  if (other) return `its name occurs in ${other.name}`;
  if (functions.has(owner)) return 'an inner function, which may be passed as a value';
  const around = types.get(owner);
  if (node.kind === 'TYPE' && around && isNamedOutside(node, around))
    return `its name occurs in ${around.name}`;
  return isSeen ? 'public' : undefined;
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
