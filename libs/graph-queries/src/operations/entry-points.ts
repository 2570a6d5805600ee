import { lineKey, type GraphNode, type LocatedEdge } from '@quarry/graph-store';
import { isExamplePath, type NodeKey } from '@quarry/turn';
import { edgesOf } from '../edges-of';
import { counted } from '../found';
import { isTestDefinition } from '../in-tests';
import { listed, type Listed } from '../listed';
import type { GraphOperation, SnapshotGraph } from '../operation';
import { ownerOf } from '../owners';
import { referencesTo } from '../references';
import { nodesBy } from '../relations';
import { scan } from '../scan';
import { decoratorOf, isProperty, isPublic } from '../visibility';
import { groupedEntryPoints } from './entry-point-groups';
import { programFiles, startsServer } from './program-starts';

const MAIN = /^(?:main|Main|__main__)$/;

/** Functions in which control enters the code: nothing in the index but tests calls them, and they call others. */
export const entryPoints: GraphOperation = {
  name: 'entry-points',
  summary:
    'programs, and functions that call others and that nothing calls but tests, of everything or of FOLDER',
  names: 0,
  subjects: [],
  limits:
    'What a framework, a script or code outside of the index calls is not in the code graph, so the list has what it can call as well. `quarry graph entry-points --json` lists all.',
  questions: [
    '(?:(?:what|which|where) (?:is|are) )?(?:the )?(?:main )?entry[ -]?points?(?: (?:(?:of|in|to|into|under|within|for) )?{X})?',
    '(?:which|what) (?:is|are) (?:the )?(?:main )?entry[ -]?points?(?: (?:of|in|to|into|under|within|for) {X})?',
    '(?:what|{which}) (?:is|are) the roots? of the call graph(?: (?:of|in) {X})?',
    'where does (?:the )?(?:execution|control|program|everything) (?:start|begin|enter)(?: in {X})?',
  ],
  heading: ([folder], { certain, reasons = [], one: kind, ...all }) => {
    const count = counted(certain === undefined ? all : { total: certain }, 'entry point');
    const where = folder === undefined ? '' : ` in ${folder}`;
    const uncalled = 'functions that call others and that nothing in the index calls, except tests';
    if (reasons.length === 0) return `${count}${where}: programs, and ${uncalled}`;
    const others = reasons.reduce((sum, [, some]) => sum + some, 0);
    const counts = reasons.map(([reason, some]) => `${some} ${reason}`).join(', ');
    const main =
      kind === undefined
        ? ', and functions with a decorator or attribute by which a framework may call them'
        : '';
    return `${count}${where}: programs${main}. Not listed: ${others} more ${uncalled}: ${counts}`;
  },
  run: async (reader, _subjects, limits) => {
    const all = await scan(reader, ['FUNCTION', 'METHOD', 'PROC', 'FILE'], { folder: limits.folder });
    const functions = new Set(
      all.nodes.filter(({ kind }) => kind !== 'FILE').map(({ qualifiedName }) => qualifiedName),
    );
    const programs = await programFiles(reader, limits.folder);
    const nodes = all.nodes.filter(
      (node) =>
        (node.kind === 'FILE' ? isProgramFile(node) || programs.has(node.key) : node.text !== undefined) &&
        !isTestDefinition(node) &&
        // An inner function is called through the one around it.
        !functions.has(ownerOf(node.qualifiedName)) &&
        !isProperty(node) &&
        !/^__(?!main__)/.test(node.name),
    );
    const references = await referencesTo(reader, nodes);
    const started = await startedByFile(reader, references.byFile);
    const roots = nodes.filter((node) => {
      const { key, kind } = node;
      if (kind === 'FILE' || isMain(node) || startsServer(node)) return true;
      return started.has(key) || !references.inCode.has(key);
    });
    const calls = await callsOf(reader, roots);
    const calling = new Set(
      roots.filter(({ key }) => calls.counts.has(key)).map(({ qualifiedName }) => qualifiedName),
    );
    const rankOf = (node: GraphNode): number =>
      isMain(node) || node.kind === 'FILE' || started.has(node.key) || startsServer(node) ? 0 : rank(node);
    const found = roots
      .filter(
        (node) =>
          (calls.counts.get(node.key) ?? 0) > 0 ||
          programs.has(node.key) ||
          startsServer(node) ||
          (isMain(node) && !calling.has(node.qualifiedName)),
      )
      .map((node) => ({ node, calls: calls.counts.get(node.key) ?? 0 }))
      .toSorted(
        (a, b) =>
          rankOf(a.node) - rankOf(b.node) ||
          Number(isExamplePath(a.node.path ?? '')) - Number(isExamplePath(b.node.path ?? '')) ||
          b.calls - a.calls ||
          (a.node.key < b.node.key ? -1 : 1),
      )
      .map(({ node, calls: count }): Listed => {
        const program = programs.get(node.key);
        const start = program?.note ?? (startsServer(node) ? 'starts a server' : decoratorOf(node));
        const byTests = references.inTests.has(node.key) ? ', called by tests' : '';
        const note = `${start === undefined ? '' : `${start}, `}calls ${count}${byTests}`;
        return { node: program?.node ?? node, note };
      });
    const starting = new Set(roots.filter((node) => rankOf(node) === 0).map(({ key }) => key));
    const { found: grouped, reasons, arePrograms } = groupedEntryPoints(found, starting);
    const certain = grouped.filter(({ aside }) => !aside).length;
    const relations = listed(grouped, all.cut || references.cut || calls.cut, limits);
    const apart = arePrograms ? { certain, reasons, one: 'program' } : { certain, reasons };
    return reasons.length === 0 ? relations : { ...relations, ...apart };
  },
};

/** The function with which a program starts: a method only where it is static. */
function isMain({ name, kind, signature = '' }: GraphNode): boolean {
  return MAIN.test(name) && (kind === 'FUNCTION' || /\bstatic\b/.test(signature));
}

/** A file that is a program by what is in it outside of definitions: statements of C#, and what `python -m` runs. */
function isProgramFile({ language, path = '' }: GraphNode): boolean {
  return language === 'csharp' || /(?:^|\/)__main__\.py$/.test(path);
}

/** Functions of Python that their own file calls under a condition: `if __name__ == "__main__": run()`. */
async function startedByFile(
  reader: SnapshotGraph,
  byFile: ReadonlyMap<NodeKey, LocatedEdge>,
): Promise<ReadonlySet<NodeKey>> {
  const calls = [...byFile].flatMap(([key, { kind, path, line }]) =>
    kind === 'CALLS' && path.endsWith('.py') && line !== undefined
      ? [[key, lineKey(path, line)] as const]
      : [],
  );
  const lines = await nodesBy(
    reader,
    calls.map(([, line]) => line),
  );
  return new Set(calls.flatMap(([key, line]) => (/^\s/.test(lines.get(line)?.text ?? '') ? [key] : [])));
}

/** What a framework calls by its decorator, then public functions. */
function rank(node: GraphNode): number {
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
