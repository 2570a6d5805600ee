import type { GraphOperation, Relation, SnapshotGraph, Subject } from '../operation';
import { calledValues } from '../called-values';
import { constructions } from '../constructions';
import { counted, found, onLines } from '../found';
import { filesAmong, withDefinitions } from '../defined-in-file';
import { counterparts } from '../inheritance';
import { unplacedCalls, withUnplaced } from '../namesakes';
import { directSteps, relationsOf, type Step } from '../relations';
import { withoutOtherOwners } from '../own-receivers';
import { inRepositories } from '../repositories/in-repositories';
import { callsShared } from '../repositories/uses-by-name';

const MAKES = '(?:constructs?|instantiates?|creates?)';
const MADE = '(?:constructed|instantiated|created)';

/** Functions that call a function: directly, or through a declaration of it in a type above. */
export const callers: GraphOperation = {
  name: 'callers',
  summary: 'what calls NAME',
  names: 1,
  subjects: ['METHOD', 'FUNCTION', 'PROC', 'SQL_FUNCTION', 'TYPE', 'TRIGGER', 'FIELD', 'ROUTE'],
  questions: [
    '(?:who|what|{which}) (?:else )?(?:directly )?(?:calls?|invokes?|executes?) {X}',
    '(?:who|what|{which}) (?:is|are) (?:calling|invoking) {X}',
    '(?:direct )?callers? (?:of|for) {X}',
    '(?:from )?where (?:is|are|gets?) {X} (?:being )?(?:called|invoked|executed)(?: from)?(?: and how often)?',
    'how (?:often|many times) (?:is|are) {X} (?:called|invoked|executed|raised|thrown|created)',
    'where (?:do|does) {anyone} (?:call|invoke|execute|construct|instantiate|create) {X}',
    `(?:who|what|{which}) (?:${MAKES}|(?:raises?|throws?) (?:or|and) ${MAKES}|${MAKES} (?:or|and) (?:raises?|throws?)) {X}`,
    `(?:from )?where (?:is|are|gets?) {X} (?:being )?(?:${MADE}|(?:raised|thrown) (?:or|and) ${MADE}|${MADE} (?:or|and) (?:raised|thrown))`,
    '(?:what|whom?|{which}) (?:is|are) {X} (?:called|invoked) (?:by|from)',
  ],
  literal: callsShared,
  heading: ([subject = ''], all) => `${counted(all, 'caller')} of ${subject}${onLines(all)}`,
  run: async (reader, subjects, limits) => {
    const { uses, ...steps } = await callersOf(reader, subjects);
    const all = inRepositories(reader, steps.steps, await found(reader, steps, limits));
    const unplaced = all.atLeast ? [] : await unplacedCalls(reader, subjects);
    const onlyUsed = all.total === 0 && uses > 0;
    const note = `its ${uses === 1 ? 'one use is' : `${uses} uses are`} no call: ask for its usages`;
    const values = all.total === 0 && !all.atLeast ? await asValues(reader, subjects) : [];
    return { ...all, ...(onlyUsed ? { note } : {}), ...withUnplaced(unplaced, 'function', values) };
  },
};

/** Where functions are values, as in `router.use(recoverer)`: what has them there may call them. */
async function asValues(reader: SnapshotGraph, subjects: readonly Subject[]): Promise<readonly Relation[]> {
  const nodes = subjects.flatMap((subject) => subject.nodes);
  const functions = nodes.filter(({ kind }) => kind === 'FUNCTION' || kind === 'METHOD');
  const keys = functions.map(({ key }) => key);
  const { steps } = await directSteps(reader, keys, 'in', ['USES'], { probable: true });
  return relationsOf(
    reader,
    steps.filter(({ end }) => !keys.includes(end)),
  );
}

async function callersOf(
  reader: SnapshotGraph,
  subjects: readonly Subject[],
): Promise<{ readonly steps: readonly Step[]; readonly cut: boolean; readonly uses: number }> {
  const nodes = (await withDefinitions(reader, subjects)).flatMap((subject) => subject.nodes);
  const files = filesAmong(nodes);
  const keys = nodes.map(({ key }) => key);
  // A type is called by what constructs it, which the graph knows as a use.
  const types = nodes.filter(({ kind }) => kind === 'TYPE').map(({ key }) => key);
  const direct = await directSteps(reader, keys, 'in', ['CALLS', 'EXECUTES']);
  const constructed = types.length === 0 ? null : await constructions(reader, types);
  const fields = nodes.filter(({ kind }) => kind === 'FIELD').map(({ key }) => key);
  const ofValues = fields.length === 0 ? null : await calledValues(reader, fields, 'in');
  const steps = [...direct.steps, ...(constructed?.steps ?? []), ...(ofValues?.steps ?? [])];
  for (const declared of await counterparts(reader, nodes, 'out')) {
    const about = { through: declared.qualifiedName, probable: true } as const;
    const above = await directSteps(reader, [declared.key], 'in', ['CALLS'], about);
    steps.push(...(await withoutOtherOwners(reader, nodes, above.steps)));
  }
  const cut = [direct, constructed, ofValues].some((one) => one?.cut);
  return { steps: steps.filter(({ edge }) => !files.has(edge.path)), cut, uses: constructed?.uses ?? 0 };
}
