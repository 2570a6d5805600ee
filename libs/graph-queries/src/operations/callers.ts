import type { GraphOperation, SnapshotGraph, Subject } from '../operation';
import { counted, found } from '../found';
import { counterparts } from '../inheritance';
import { directSteps, type Step } from '../relations';

/** Functions that call a function: directly, or through a declaration of it in a type above. */
export const callers: GraphOperation = {
  name: 'callers',
  summary: 'what calls NAME',
  names: 1,
  subjects: ['METHOD', 'FUNCTION', 'PROC', 'SQL_FUNCTION', 'TYPE', 'TRIGGER', 'FIELD'],
  questions: [
    '(?:who|what|{which}) (?:else )?(?:directly )?(?:calls?|invokes?|executes?) {X}',
    '(?:who|what|{which}) (?:is|are) (?:calling|invoking) {X}',
    '(?:direct )?callers? (?:of|for) {X}',
    '(?:from )?where (?:is|are|gets?) {X} (?:being )?(?:called|invoked|executed)(?: from)?',
    'where (?:do|does) (?:we|it|the code|anything|anyone) (?:call|invoke) {X}',
    '(?:what|whom?|{which}) (?:is|are) {X} (?:called|invoked) (?:by|from)',
  ],
  heading: ([subject = ''], all) => `${counted(all, 'caller')} of ${subject}`,
  run: async (reader, subjects, limits) => found(reader, await callersOf(reader, subjects), limits),
};

async function callersOf(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
): Promise<{ readonly steps: readonly Step[]; readonly cut: boolean }> {
  const nodes = subjects.flatMap((subject) => subject.nodes);
  const keys = nodes.map(({ key }) => key);
  // A type is called by what constructs it, which the graph knows as a use.
  const types = nodes.filter(({ kind }) => kind === 'TYPE').map(({ key }) => key);
  const direct = await directSteps(reader, keys, 'in', ['CALLS', 'EXECUTES']);
  const constructed = types.length === 0 ? null : await directSteps(reader, types, 'in', ['USES']);
  const steps = [...direct.steps, ...(constructed?.steps ?? [])];
  for (const declared of await counterparts(reader, nodes, 'out')) {
    const about = { through: declared.qualifiedName, probable: true } as const;
    const above = await directSteps(reader, [declared.key], 'in', ['CALLS'], about);
    steps.push(...above.steps);
  }
  return { steps, cut: direct.cut || (constructed?.cut ?? false) };
}
