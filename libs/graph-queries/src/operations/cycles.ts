import type { EdgeKind, GraphNode, LocatedEdge } from '@quarry/graph-store';
import { isTestPath, type NodeKey } from '@quarry/turn';
import { shortestCycles } from '../cycles-of';
import { edgesOf } from '../edges-of';
import { limited } from '../found';
import { isTestDefinition } from '../in-tests';
import type { GraphOperation, Relation, SnapshotGraph } from '../operation';
import { nodesBy } from '../relations';
import { forEachNode, isIn } from '../scan';
import { placeOf } from '../places';

const DEPENDS: readonly EdgeKind[] = ['IMPORTS', 'CALLS', 'USES', 'INHERITS', 'IMPLEMENTS'];

/** Relations of one folder with another. */
interface Link {
  readonly edge: LocatedEdge;
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** Folders that depend on each other in a circle, each with the relations that close it. Tests are left out. */
export const cycles: GraphOperation = {
  name: 'cycles',
  summary: 'folders that depend on each other in a circle, of everything or of FOLDER',
  names: 0,
  subjects: [],
  isWay: true,
  limits:
    'Each folder is listed in one cycle, a shortest one; the same folders can be in others. Tests are left out.',
  questions: [
    '(?:(?:is|are) there |do we have )?(?:any )?(?:import |dependency |circular |cyclic )?(?:cycles?|circular (?:imports?|dependenc(?:y|ies))|cyclic (?:imports?|dependenc(?:y|ies))|(?:import|dependency) cycles?)(?: (?:between|among) (?:the )?(?:folders?|packages?|director(?:y|ies)|modules?))?(?: (?:of|in|under|within) {X})?',
    '(?:what|(?:(?:do|are there) )?{which}) (?:depend|import)(?:s|ing)? (?:on )?each other(?: in an? (?:cycle|circle))?(?: in {X})?',
  ],
  heading: ([folder], { relations, total }) => {
    const count = relations.filter(({ depth }) => depth === 1).length;
    const where = folder === undefined ? '' : ` in ${folder}`;
    if (total === 0) return `no cycles between folders${where}`;
    return `${count} cycle${count === 1 ? '' : 's'} between folders${where}`;
  },
  run: async (reader, _subjects, limits) => {
    const { links, cut } = await linksOf(reader, limits.folder);
    const graph = Map.groupBy(links.values(), ({ from }) => from);
    const found = shortestCycles(new Map([...graph].map(([from, some]) => [from, some.map(({ to }) => to)])));
    const steps = found.flatMap((cycle) =>
      cycle.flatMap((from, at) => links.get(linkName(from, cycle[(at + 1) % cycle.length] ?? from)) ?? []),
    );
    const nodes = await nodesBy(
      reader,
      steps.map(({ edge }) => edge.from),
    );
    const depths = found.flatMap((cycle) => cycle.map((_, at) => at + 1));
    const relations = steps.map(({ edge, from, to, count }, at): Relation => {
      const place = placeOf(edge, nodes.get(edge.from));
      return {
        ...{ key: `folder:${to}`, name: to, node: null, target: from, depth: depths[at] ?? 1, place },
        edge: { from: `folder:${from}`, to: `folder:${to}`, kind: edge.kind },
        ...(count === 1 ? {} : { note: `${count} relations` }),
      };
    });
    return limited(relations, cut, limits);
  },
};

/** The relations between folders, each pair once with the first line that states it. */
async function linksOf(
  reader: SnapshotGraph,
  folder: string | undefined,
): Promise<{ readonly links: ReadonlyMap<string, Link>; readonly cut: boolean }> {
  const paths = new Map<NodeKey, string>();
  /** Definitions that only tests have, in files of code. */
  const tests: GraphNode[] = [];
  const cut = await forEachNode(reader, { kinds: [] }, (node) => {
    const { key, path } = node;
    if (path === undefined || isTestPath(path) || !isIn({ path }, folder)) return;
    if (isTestDefinition(node)) tests.push(node);
    else paths.set(key, path);
  });
  const testsIn = Map.groupBy(tests, ({ path = '' }) => path);
  // An import belongs to its file, also where a test states it.
  const isStatedByTest = ({ path, line = 0 }: LocatedEdge): boolean =>
    isTestPath(path) ||
    (testsIn.get(path) ?? []).some(
      ({ startLine = Infinity, endLine = 0 }) => startLine <= line && line <= endLine,
    );
  const page = await edgesOf(reader, [...paths.keys()], 'out', DEPENDS);
  const links = new Map<string, Link>();
  for (const edge of page.edges) {
    const target = paths.get(edge.to);
    if (target === undefined || isStatedByTest(edge)) continue;
    const [from, to] = [folderOf(edge.path), folderOf(target)];
    if (from === to) continue;
    const known = links.get(linkName(from, to));
    // An import says most plainly that one folder depends on another.
    const better = !known || (known.edge.kind !== 'IMPORTS' && edge.kind === 'IMPORTS');
    links.set(linkName(from, to), {
      ...{ from, to, edge: better ? edge : known.edge, count: (known?.count ?? 0) + 1 },
    });
  }
  return { links, cut: cut || page.cut };
}

function linkName(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

/** The folder of a file; `.` for the root. */
function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
}
