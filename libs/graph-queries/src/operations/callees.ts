import { calledValues } from '../called-values';
import { counted, found } from '../found';
import { withUnplaced } from '../namesakes';
import type { GraphOperation } from '../operation';
import { memberName } from '../overrides';
import { directSteps } from '../relations';
import { unplacedCallees } from '../unplaced-callees';

/** Functions that a function calls; for a type, what its members call. */
export const callees: GraphOperation = {
  name: 'callees',
  summary: 'what NAME calls',
  names: 1,
  subjects: ['METHOD', 'FUNCTION', 'PROC', 'SQL_FUNCTION', 'TRIGGER', 'TYPE', 'MODULE', 'FILE', 'ROUTE'],
  questions: [
    '(?:what|whom?|{which}) (?:else )?(?:do|does) {X} (?:directly )?(?:call|invoke|execute)',
    '(?:what|{which}) (?:do|does) {X} (?:depend|rely) on',
    'callees? of {X}',
    '(?:who|what|{which}) (?:handles?|serves?|implements?) {R}',
    '(?:what|{which}) (?:is|are|gets?) (?:being )?(?:called|invoked) (?:by|from|in|inside) {X}',
  ],
  heading: ([subject = ''], all) => `${counted(all, 'function')} called by ${subject}`,
  run: async (reader, subjects, limits) => {
    const nodes = subjects.flatMap((subject) => subject.nodes);
    const owners = nodes.filter(({ kind }) => kind === 'TYPE' || kind === 'MODULE' || kind === 'FILE');
    const { edges } = await reader.graph.edgesAt(
      reader.ref,
      owners.map(({ key }) => key),
      { direction: 'out', edgeKinds: ['DEFINES'], limit: 20_000 },
    );
    const keys = [...nodes.map(({ key }) => key), ...edges.map(({ to }) => to)];
    const steps = await directSteps(reader, keys, 'out', ['CALLS', 'EXECUTES']);
    const values = await calledValues(reader, keys, 'out');
    const calls = { steps: [...steps.steps, ...values.steps], cut: steps.cut || values.cut };
    const all = await found(reader, calls, limits);
    const placed = new Set(calls.steps.map(({ end }) => memberName(end)));
    const functions = nodes.filter(({ kind }) => kind === 'FUNCTION' || kind === 'METHOD');
    const unplaced = await unplacedCallees(reader, functions, placed);
    const { possible } = withUnplaced(unplaced, 'function');
    return { ...all, ...(possible ? { possible: { ...possible, within: true } } : {}) };
  },
};
