import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { edgesOf } from '../edges-of';
import { counted } from '../found';
import { listed, type Listed } from '../listed';
import type { GraphOperation, SnapshotGraph } from '../operation';
import { referencesTo } from '../references';
import { scan } from '../scan';
import { decoratorOf, isProperty, isPublic } from '../visibility';

const MAIN = /^(?:main|Main|__main__)$/;

/** Functions in which control enters the code: nothing in the index calls them, and they call others. */
export const entryPoints: GraphOperation = {
  name: 'entry-points',
  summary: 'functions that call others and that nothing in the index calls, of everything or of FOLDER',
  names: 0,
  subjects: [],
  limits:
    'What a framework, a script or code outside of the index calls is not in the code graph, so the list has what it can call as well.',
  questions: [
    '(?:(?:what|which|where) (?:is|are) )?(?:the )?(?:main )?entry[ -]?points?(?: (?:(?:of|in|to|into|under|within|for) )?{X})?',
    '(?:which|what) (?:is|are) (?:the )?(?:main )?entry[ -]?points?(?: (?:of|in|to|into|under|within|for) {X})?',
    '(?:what|{which}) (?:is|are) the roots? of the call graph(?: (?:of|in) {X})?',
    'where does (?:the )?(?:execution|control|program|everything) (?:start|begin|enter)(?: in {X})?',
  ],
  heading: ([folder], all) =>
    `${counted(all, 'entry point')}${folder === undefined ? '' : ` in ${folder}`}: functions that call others and are called by nothing in the index`,
  run: async (reader, _subjects, limits) => {
    const { nodes, cut } = await scan(reader, ['FUNCTION', 'METHOD', 'PROC'], { folder: limits.folder });
    const references = await referencesTo(reader, nodes);
    const roots = nodes
      .filter(
        ({ key, text, name }) =>
          text !== undefined &&
          (MAIN.test(name) || !references.inCode.has(key)) &&
          !/^__(?!main__)/.test(name),
      )
      .filter((node) => !isProperty(node));
    const calls = await callsOf(reader, roots);
    const calling = new Set(
      roots.filter(({ key }) => calls.counts.has(key)).map(({ qualifiedName }) => qualifiedName),
    );
    const found = roots
      .filter(
        ({ key, name, qualifiedName }) =>
          (calls.counts.get(key) ?? 0) > 0 || (MAIN.test(name) && !calling.has(qualifiedName)),
      )
      .map((node) => ({ node, calls: calls.counts.get(node.key) ?? 0 }))
      .toSorted(
        (a, b) => rank(a.node) - rank(b.node) || b.calls - a.calls || (a.node.key < b.node.key ? -1 : 1),
      )
      .map(({ node, calls: count }): Listed => {
        const decorator = decoratorOf(node);
        return { node, note: `${decorator === undefined ? '' : `${decorator}, `}calls ${count}` };
      });
    return listed(found, cut || references.cut || calls.cut, limits);
  },
};

/** `main` first, then what a framework calls by its decorator, then public functions. */
function rank(node: GraphNode): number {
  if (MAIN.test(node.name)) return 0;
  if (decoratorOf(node) !== undefined) return 1;
  return isPublic(node) ? 2 : 3;
}

/** How many functions each of the nodes calls. */
async function callsOf(
  reader: SnapshotGraph,
  nodes: readonly GraphNode[],
): Promise<{ readonly counts: ReadonlyMap<NodeKey, number>; readonly cut: boolean }> {
  const { edges, cut } = await edgesOf(
    reader,
    nodes.map(({ key }) => key),
    'out',
    ['CALLS', 'EXECUTES', 'READS_FROM', 'WRITES_TO'],
  );
  const counts = new Map<NodeKey, number>();
  for (const { from, to } of edges) if (from !== to) counts.set(from, (counts.get(from) ?? 0) + 1);
  return { counts, cut };
}
