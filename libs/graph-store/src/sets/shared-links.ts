import {
  defined,
  isTestPath,
  memberOfKey,
  shownRepository,
  type NodeKey,
  type SnapshotRef,
} from '@quarry/turn';
import type { GraphNode, GraphStore, LocatedEdge, NodeKind } from '../port';
import { locatedIn, nodeIn } from './node-in';
import { packageNode } from '../shared-keys';

type Members = readonly SnapshotRef[];

/** An edge from a node of one repository to a node of another, and the node at its other end. */
export interface Link {
  readonly edge: LocatedEdge;
  readonly other: GraphNode;
}

/** How sure a use of a name is, if one definition of the package has it: it may be re-exported under another one. */
const ONE_DEFINITION = 0.9;
/** Several definitions of the package have the name. */
const SEVERAL = 0.5;
/** Two repositories can name different settings alike. */
const SAME_KEY = 0.8;

/** Definitions that a package can export. */
const EXPORTED: ReadonlySet<NodeKind> = new Set(['TYPE', 'FUNCTION', 'FIELD']);
/** The end of a package's key. */
const PACKAGE = '|PACKAGE';
const MOST_PACKAGES = 200;
const MOST_USES = 20_000;
const MOST_NAMESAKES = 20;

/**
 * Links by names that all repositories share: from code to the definitions of a package that another repository
 * provides, from code and manifests to the package itself, and from code to configuration keys.
 */
export async function sharedLinksAt(
  graph: GraphStore,
  members: Members,
  nodes: readonly GraphNode[],
  direction: 'in' | 'out',
): Promise<readonly Link[]> {
  const packages = new Packages(graph);
  const placed = nodes.flatMap((node): readonly Placed[] => {
    const place = memberOfKey(members, node.key);
    return place ? [{ node, ...place }] : [];
  });
  return direction === 'in'
    ? usesOf(graph, packages, members, placed)
    : usedBy(graph, packages, members, placed);
}

/** A node with its snapshot, and its key there. */
interface Placed {
  readonly node: GraphNode;
  readonly member: SnapshotRef;
  readonly text: NodeKey;
}

/** The packages that each repository provides, read once. */
class Packages {
  private readonly known = new Map<SnapshotRef, Promise<readonly GraphNode[]>>();

  constructor(private readonly graph: GraphStore) {}

  of(member: SnapshotRef): Promise<readonly GraphNode[]> {
    const query = { kinds: ['PACKAGE'], keyPrefix: 'package:', limit: MOST_PACKAGES } as const;
    const known = this.known.get(member) ?? this.graph.list(member, query).then(({ nodes }) => nodes);
    this.known.set(member, known);
    return known;
  }
}

/** What the code of other repositories uses of the nodes: one read for each repository. */
async function usesOf(
  graph: GraphStore,
  packages: Packages,
  members: Members,
  placed: readonly Placed[],
): Promise<readonly Link[]> {
  const wanted = new Map<NodeKey, Placed[]>();
  for (const one of placed)
    for (const key of await keysOf(packages, one)) wanted.set(key, [...(wanted.get(key) ?? []), one]);
  if (wanted.size === 0) return [];
  const lists = await Promise.all(
    members.map(async (member): Promise<readonly Link[]> => {
      const keys = [...wanted.keys()];
      const { edges } = await graph.edgesAt(member, keys, {
        direction: 'in',
        edgeKinds: [],
        limit: MOST_USES,
      });
      const provided = await ownKeys(
        graph,
        packages,
        member,
        edges.map(({ to }) => to),
      );
      const stated = edges.filter(({ kind, to }) => kind !== 'DEFINES' && !provided(to));
      const from = await graph.nodes(member, [...new Set(stated.map((edge) => edge.from))]);
      const byKey = new Map(from.map((node) => [node.key, nodeIn(member, node)]));
      const links = stated.flatMap((edge) =>
        (wanted.get(edge.to) ?? []).map(async ({ node, member: home }): Promise<readonly Link[]> => {
          const other = byKey.get(edge.from);
          if (!other || home === member) return [];
          const confidence = await sureness(graph, home, node);
          return [{ edge: { ...locatedIn(member, edge), to: node.key, ...defined({ confidence }) }, other }];
        }),
      );
      return (await Promise.all(links)).flat();
    }),
  );
  return lists.flat();
}

/** The shared names of a node; none for most nodes. */
async function keysOf(packages: Packages, { node, member, text }: Placed): Promise<readonly NodeKey[]> {
  if (node.kind === 'PACKAGE' || node.kind === 'CONFIG_KEY') return [text];
  return EXPORTED.has(node.kind) && !isTestPath(node.path ?? '') ? exportedAs(packages, member, node) : [];
}

/** How sure a use of a node is; undefined if code states it. */
async function sureness(
  graph: GraphStore,
  member: SnapshotRef,
  node: GraphNode,
): Promise<number | undefined> {
  if (node.kind === 'PACKAGE') return undefined;
  if (node.kind === 'CONFIG_KEY') return SAME_KEY;
  return (await namesakes(graph, member, node.name)).length > 1 ? SEVERAL : ONE_DEFINITION;
}

/** Which shared names a repository provides itself: what it uses of them, it uses of itself. */
async function ownKeys(
  graph: GraphStore,
  packages: Packages,
  member: SnapshotRef,
  keys: readonly NodeKey[],
): Promise<(key: NodeKey) => boolean> {
  const own = new Set((await packages.of(member)).map(({ key }) => key));
  const config = keys.filter((key) => key.startsWith('config:'));
  for (const { key } of await graph.nodes(member, [...new Set(config)])) own.add(key);
  return (key) => own.has(packageOf(key));
}

/** The keys under which other repositories use a definition. */
async function exportedAs(
  packages: Packages,
  member: SnapshotRef,
  node: GraphNode,
): Promise<readonly NodeKey[]> {
  if (node.language === 'java') {
    const own = withoutRepository(member, node.qualifiedName);
    const dot = own.lastIndexOf('.');
    return dot < 0 ? [] : [packageNode('java', own.slice(0, dot), node.name)];
  }
  const provided = await packages.of(member);
  return provided
    .filter(({ key }) => ECOSYSTEM_OF[node.language] === ecosystemOf(key))
    .map(({ key }) => key.replace(/\|PACKAGE$/, `#${node.name}|PACKAGE`));
}

/** Languages whose definitions are the packages' of one ecosystem. */
const ECOSYSTEM_OF: Readonly<Record<string, string>> = {
  ...{ typescript: 'npm', javascript: 'npm', tsx: 'npm' },
  ...{ python: 'pypi', go: 'go' },
};

function ecosystemOf(key: NodeKey): string {
  return /^package:(\w+)\//.exec(key)?.[1] ?? '';
}

function withoutRepository({ repository }: SnapshotRef, name: string): string {
  const prefix = `${shownRepository(repository)}/`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Definitions of a name that a repository can export. */
async function namesakes(
  graph: GraphStore,
  member: SnapshotRef,
  name: string,
): Promise<readonly GraphNode[]> {
  const [found = []] = await graph.lookup(member, [name], MOST_NAMESAKES);
  return found.filter(
    (node) =>
      node.match === 'exact' && node.name === name && EXPORTED.has(node.kind) && !isTestPath(node.path ?? ''),
  );
}

/** What the nodes use of other repositories: one read for each repository. */
async function usedBy(
  graph: GraphStore,
  packages: Packages,
  members: Members,
  placed: readonly Placed[],
): Promise<readonly Link[]> {
  const lists = await Promise.all(
    [...Map.groupBy(placed, ({ member }) => member)].map(async ([member, own]): Promise<readonly Link[]> => {
      const keys = new Map(own.map(({ text, node }) => [text, node.key]));
      const query = { direction: 'out', edgeKinds: [], limit: MOST_USES } as const;
      const { edges } = await graph.edgesAt(member, [...keys.keys()], query);
      const shared = edges.filter(({ to, kind }) => /^(?:package|config):/.test(to) && kind !== 'DEFINES');
      if (shared.length === 0) return [];
      const provided = await ownKeys(
        graph,
        packages,
        member,
        shared.map(({ to }) => to),
      );
      const others = members.filter((one) => one !== member);
      const links = shared
        .filter(({ to }) => !provided(to))
        .flatMap((edge) =>
          others.map(async (other): Promise<readonly Link[]> => {
            const ends = await endsIn(graph, other, edge.to);
            return ends.map(({ end, confidence }) => {
              const target = nodeIn(other, end);
              const located = { ...locatedIn(member, edge), to: target.key };
              return { edge: { ...located, ...defined({ confidence }) }, other: target };
            });
          }),
        );
      return (await Promise.all(links)).flat();
    }),
  );
  return lists.flat();
}

/** What a shared key means in a repository. */
async function endsIn(
  graph: GraphStore,
  member: SnapshotRef,
  key: NodeKey,
): Promise<readonly { readonly end: GraphNode; readonly confidence: number | undefined }[]> {
  const used = /#([^|#]+)\|PACKAGE$/.exec(key)?.[1];
  if (used === undefined) {
    const nodes = await graph.nodes(member, [key]);
    return nodes.map((end) => ({ end, confidence: key.startsWith('config:') ? SAME_KEY : undefined }));
  }
  const java = /^package:java\/([^#]+)#/.exec(key)?.[1];
  if (java === undefined && (await graph.nodes(member, [packageOf(key)])).length === 0) return [];
  const named = await namesakes(graph, member, used);
  const ends =
    java === undefined
      ? named.filter(({ language }) => ECOSYSTEM_OF[language] === ecosystemOf(key))
      : named.filter(({ qualifiedName }) => qualifiedName === `${java}.${used}`);
  return ends.map((end) => ({ end, confidence: ends.length > 1 ? SEVERAL : ONE_DEFINITION }));
}

function packageOf(key: NodeKey): NodeKey {
  const at = key.indexOf('#');
  return at < 0 || !key.endsWith(PACKAGE) ? key : key.slice(0, at) + PACKAGE;
}
