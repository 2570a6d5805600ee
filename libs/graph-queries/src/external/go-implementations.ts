import { goInterface, type GraphNode, type MethodTypes } from '@quarry/graph-store';
import { limited } from '../found';
import { relatedTypes } from '../inheritance';
import type { QueryLimits, Relation, Relations, SnapshotGraph } from '../operation';
import { ownerOf } from '../owners';
import { MAX_TEXT } from '../places';
import { inOrder, nodesBy, relationsOf } from '../relations';
import { scan } from '../scan';
import { escaped } from '../source-lines';
import { lineOfDefinition } from '../visibility';
import { GO_INTERFACE } from './go-contract';
import { methodTypes, statedTypes } from './go-methods';

/** As for interfaces of the index: types are compared as written, with the name of their package. */
const BY_METHODS = 0.95;

/**
 * Types of Go that have all methods of an interface of the standard library, with the same parameters and results, and
 * those that embed it or one of these types; null if the name means no such interface.
 */
export async function goImplementations(
  reader: SnapshotGraph,
  name: string,
  limits: QueryLimits,
): Promise<Relations | null> {
  const known = goInterface(name);
  if (!known) return null;
  const byMethods = await havingMethods(reader, known.name, known.methods);
  const embedding = await embeddingIt(reader, known.name);
  const direct = new Map([...embedding.relations, ...byMethods.relations].map((one) => [one.key, one]));
  const below = await relatedTypes(reader, [...direct.keys()], 'in');
  const derived = (await relationsOf(reader, below.steps)).map((one) => ({
    ...one,
    depth: one.depth + 1,
    through: one.through ?? one.target,
  }));
  const all = [...direct.values(), ...derived].filter(
    ({ node }) => !GO_INTERFACE.test(node?.signature ?? ''),
  );
  const cut = byMethods.cut || embedding.cut || below.cut;
  if (all.length === 0 && !(await isOfGo(reader))) return null;
  return { ...limited(all.toSorted(inOrder), cut, limits), limits: limitsOf(known.name, known.methods) };
}

/** Types of an index that are looked at for their language. */
const SAMPLE = 50;

/** Without any type of Go, a name such as `error` means something else. */
async function isOfGo({ graph, ref }: SnapshotGraph): Promise<boolean> {
  const { nodes } = await graph.list(ref, { kinds: ['TYPE'], limit: SAMPLE });
  return nodes.some(({ language }) => language === 'go');
}

interface Found {
  readonly relations: readonly Relation[];
  readonly cut: boolean;
}

/** Types that define all of the methods themselves, by the line of the first one. */
async function havingMethods(reader: SnapshotGraph, target: string, wanted: MethodTypes): Promise<Found> {
  const names = Object.keys(wanted).toSorted();
  const methods: GraphNode[] = [];
  let isCut = false;
  for (const name of names) {
    const { nodes, cut } = await scan(reader, ['METHOD'], { containing: `${name}(`, tests: true });
    const stated = statedTypes(wanted[name] ?? '');
    for (const node of nodes)
      if (node.language === 'go' && node.name === name && methodTypes(node) === stated) methods.push(node);
    isCut ||= cut;
  }
  const owners = Map.groupBy(
    methods,
    ({ path = '', qualifiedName }) => `${folderOf(path)}#${ownerOf(qualifiedName)}`,
  );
  const whole = [...owners.values()].filter(
    (own) => new Set(own.map((method) => method.name)).size === names.length,
  );
  const types = await typesOf(reader, whole.flat());
  const relations = whole.flatMap((own): readonly Relation[] => {
    const first = own.find((method) => method.name === names[0]);
    const type = first && types.get(first.key);
    if (!type) return [];
    const relation = relationOf(type, target, first.path, lineOfDefinition(first), first.signature);
    return [{ ...relation, probable: true, confidence: BY_METHODS }];
  });
  return { relations, cut: isCut };
}

/** Types with a field that is the interface itself: they have its methods. */
async function embeddingIt(reader: SnapshotGraph, target: string): Promise<Found> {
  const { nodes, cut } = await scan(reader, ['TYPE'], { containing: target, tests: true });
  const pattern = new RegExp(`^\\s*${escaped(target)}\\s*(?:\`|//|$)`);
  const relations = nodes.flatMap((node): readonly Relation[] => {
    const { language, path, startLine, text = '' } = node;
    const lines = text.split('\n');
    const at = lines.findIndex((line) => pattern.test(line));
    if (language !== 'go' || startLine === undefined || at < 0) return [];
    return [relationOf(node, target, path, startLine + at, lines[at]?.trim())];
  });
  return { relations, cut };
}

/** The type of each method. */
async function typesOf(
  reader: SnapshotGraph,
  methods: readonly GraphNode[],
): Promise<ReadonlyMap<string, GraphNode>> {
  const { edges } = await reader.graph.edgesAt(
    reader.ref,
    methods.map(({ key }) => key),
    { direction: 'in', edgeKinds: ['DEFINES'], limit: 20_000 },
  );
  const types = await nodesBy(
    reader,
    edges.map(({ from }) => from),
  );
  return new Map(
    edges.flatMap(({ from, to }) => {
      const type = types.get(from);
      return type?.kind === 'TYPE' ? [[to, type] as const] : [];
    }),
  );
}

function relationOf(
  type: GraphNode,
  target: string,
  path: string | undefined,
  line: number | undefined,
  text: string | undefined,
): Relation {
  return {
    ...{ key: type.key, name: type.qualifiedName, node: type, target, depth: 1 },
    edge: { from: type.key, to: target, kind: 'IMPLEMENTS' },
    place:
      path === undefined || line === undefined
        ? null
        : { path, line, ...(text === undefined ? {} : { text: text.slice(0, MAX_TEXT) }) },
  };
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function limitsOf(name: string, methods: MethodTypes): string {
  const names = Object.keys(methods);
  const listed = names.map((method) => `\`${method}\``).join(', ');
  return (
    `The index does not have \`${name}\`: these are the types with its ${names.length === 1 ? 'method' : 'methods'} ${listed}, ` +
    'and those that embed it or one of them. A type that embeds another one outside of the index, and a function that is converted, are not listed.'
  );
}
