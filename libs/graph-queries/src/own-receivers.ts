import type { GraphNode } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import { codeText } from './code-text';
import { edgesOf } from './edges-of';
import { relatedTypes } from './inheritance';
import type { SnapshotGraph } from './operation';
import { memberName } from './overrides';
import { nodesBy, type Step } from './relations';
import { escaped } from './source-lines';

/** Languages in which a bare name within a type may be one of its members. */
const BARE: ReadonlySet<string> = new Set(['java', 'csharp', 'kotlin', 'c', 'cpp']);
/** What stands for the object itself, up to the name of the member. */
const ITSELF = '(?:self|this|Self|cls|base|super(?:\\([^()]{0,60}\\))?)\\s*(?:\\?\\.|\\.|::|->)\\s*';

/**
 * Without the steps that cannot lead to some methods: calls of what a type above declares, on `self` or `this` of a type
 * that is none of those that have the methods, nor above or below one of them.
 * @param methods what the declarations are called for
 * @param steps calls of the declarations
 */
export async function withoutOtherOwners(
  reader: SnapshotGraph,
  methods: readonly GraphNode[],
  steps: readonly Step[],
): Promise<readonly Step[]> {
  if (steps.length === 0) return steps;
  const callers = await nodesBy(
    reader,
    steps.map(({ end }) => end),
  );
  const ofItself = steps.filter(({ edge, end }) => callsItself(callers.get(end), memberName(edge.to)));
  if (ofItself.length === 0) return steps;
  const owners = await edgesOf(reader, [...new Set(ofItself.map(({ end }) => end))], 'in', ['DEFINES']);
  const ownerOf = new Map(owners.edges.map(({ from, to }) => [to, from]));
  const related = await relatedTo(reader, methods);
  const others = new Set(
    ofItself.filter(({ end }) => {
      const owner = ownerOf.get(end);
      return owner?.endsWith('|TYPE') === true && !related.has(owner);
    }),
  );
  return steps.filter((step) => !others.has(step));
}

/** The types that have the methods, those below them, and those above any of these. */
async function relatedTo(
  reader: SnapshotGraph,
  methods: readonly GraphNode[],
): Promise<ReadonlySet<NodeKey>> {
  const keys = methods.filter(({ kind }) => kind === 'METHOD').map(({ key }) => key);
  const types = (await edgesOf(reader, keys, 'in', ['DEFINES'])).edges.map(({ from }) => from);
  const below = (await relatedTypes(reader, types, 'in')).steps.map(({ end }) => end);
  const above = (await relatedTypes(reader, [...types, ...below], 'out')).steps.map(({ end }) => end);
  return new Set([...types, ...below, ...above]);
}

/** Whether all calls of a name in a method are of the object that has the method. */
function callsItself(caller: GraphNode | undefined, name: string): boolean {
  if (caller?.kind !== 'METHOD' || caller.text === undefined) return false;
  const { language } = caller;
  const lines = codeText(caller.text, language);
  const call = new RegExp(`(?<![\\w$])${escaped(name)}\\s*\\(`, 'g');
  const own = new RegExp(`(?<![\\w$.])${ITSELF}$`);
  // The first line with the name of the method itself declares it.
  let isDeclared = caller.name !== name;
  let found = false;
  for (const line of lines)
    for (const { index } of line.matchAll(call)) {
      if (!isDeclared) {
        isDeclared = true;
        continue;
      }
      const before = line.slice(0, index);
      const isBare = BARE.has(language) && !/(?:\.|::|->)\s*$/.test(before) && !/\bnew\s+$/.test(before);
      if (!own.test(before) && !isBare) return false;
      found = true;
    }
  return found;
}
