import type { NodeKey } from '@quarry/turn';
import { codeText } from './code-text';
import type { SnapshotGraph } from './operation';
import { directSteps, nodesBy, type Step } from './relations';
import { escaped } from './source-lines';

/**
 * Calls of what variables, constants and fields contain: `exit(1)` of `var exit = os.Exit`, an event, a delegate. The
 * graph knows them as uses; those that the code of the function calls are steps, each with the line of its call.
 * @param direction `in`: of the given variables; `out`: within the given functions
 */
export async function calledValues(
  reader: SnapshotGraph,
  keys: readonly NodeKey[],
  direction: 'in' | 'out',
): Promise<{ readonly steps: readonly Step[]; readonly cut: boolean }> {
  const { steps, cut } = await directSteps(reader, keys, direction, ['USES']);
  const uses = steps.filter(({ edge }) => edge.to.endsWith('|FIELD'));
  const nodes = await nodesBy(
    reader,
    uses.flatMap(({ edge }) => [edge.from, edge.to]),
  );
  const calls = uses.flatMap((step): readonly Step[] => {
    const { text, startLine, language = '' } = nodes.get(step.edge.from) ?? {};
    const name = nodes.get(step.edge.to)?.name;
    if (text === undefined || startLine === undefined || name === undefined) return [];
    // C# calls an event by `Changed?.Invoke(…)`.
    const call = new RegExp(`(?<![\\w$])${escaped(name)}(?:!|\\?)?(?:\\??\\.Invoke)?\\(`);
    const at = codeText(text, language).findIndex((line) => call.test(line));
    return at < 0 ? [] : [{ ...step, edge: { ...step.edge, line: startLine + at } }];
  });
  return { steps: calls, cut };
}
