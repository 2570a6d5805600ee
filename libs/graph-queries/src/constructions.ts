import { shortNameInKey, type NodeKey } from '@quarry/turn';
import type { SnapshotGraph } from './operation';
import { directSteps, nodesBy, type Step } from './relations';
import { COMMENT } from './source-lines';

/** Uses of types that construct them: `new Client(…)`, `Client(…)`, `Client{…}`; a use as a type is no call. */
export async function constructions(
  reader: SnapshotGraph,
  types: readonly NodeKey[],
): Promise<{ readonly steps: readonly Step[]; readonly cut: boolean; readonly uses: number }> {
  const uses = await directSteps(reader, types, 'in', ['USES']);
  const nodes = await nodesBy(
    reader,
    uses.steps.map(({ edge }) => edge.from),
  );
  const steps = uses.steps.flatMap((step): readonly Step[] => {
    const { text, startLine } = nodes.get(step.edge.from) ?? {};
    // The text of a file is not in the graph: what it uses outside of a definition, it may construct.
    if (text === undefined || startLine === undefined) return [step];
    const constructs = constructionOf(shortNameInKey(step.edge.to).split('.').at(-1) ?? '');
    const at = text.split('\n').findIndex(constructs);
    return at < 0 ? [] : [{ ...step, edge: { ...step.edge, line: startLine + at } }];
  });
  return { steps, cut: uses.cut, uses: uses.steps.length };
}

/** Tells whether a line of code constructs a type of this name. */
export function constructionOf(name: string): (line: string) => boolean {
  const pattern = new RegExp(
    `\\bnew\\s+(?:[\\w.]+\\.)?${name}\\b|(?<![\\w$]|\\bclass )${name}(?:<[^>]*>|::new)?[({]|@${name}\\b`,
  );
  return (line) => !COMMENT.test(line) && pattern.test(line);
}
