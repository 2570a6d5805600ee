import type { EdgeKind, NodeKind } from '@quarry/graph-store';
import { counted, found, onLines } from '../found';
import { filesAmong, withDefinitions } from '../defined-in-file';
import { counterparts } from '../inheritance';
import { namedIn } from '../named-in';
import type { GraphOperation } from '../operation';
import { directSteps } from '../relations';
import { statedOrShared } from '../repositories/uses-by-name';
import { inRepositories } from '../repositories/in-repositories';

/** Every relation but the definition itself. */
const USES: readonly EdgeKind[] = [
  'CALLS',
  'USES',
  'IMPORTS',
  'INHERITS',
  'IMPLEMENTS',
  'READS_FROM',
  'WRITES_TO',
  'EXECUTES',
  'FK',
  'MAPS_TO',
  'DEPENDS_ON',
];

/** Definitions whose uses a line of their file can state without a relation, as a function passed on as a value. */
const NAMED: ReadonlySet<NodeKind> = new Set(['FUNCTION', 'METHOD', 'TYPE', 'FIELD']);

/** Everything that refers to a name. */
export const usages: GraphOperation = {
  name: 'usages',
  summary: 'what refers to NAME in any way',
  names: 1,
  subjects: [],
  questions: [
    '(?:who|what|{which}) (?:else )?(?:uses?|references?|refers? to) {X}',
    'where (?:is|are|gets?) {X} (?:being )?(?:used|referenced|consumed)',
    'where (?:do|does) {anyone} (?:use|reference) {X}',
    '(?:is|are) {X} (?:used|referenced)(?: (?:anywhere|at all|by anything|somewhere))?',
    '(?:usages?|uses|references) (?:of|to) {X}',
    '(?:which|what) (?:other )?(?:repositories|services|projects|apps|applications) (?:imports?|depends? on|needs?) {X}',
    '(?:who|what|{which}) (?:else )?(?:uses?|calls?|imports?) {A} (?:of|from) (?:the )?(?:npm |python |go |java )?(?:package|module|library) {B}',
  ],
  literal: statedOrShared,
  heading: ([subject = ''], all) => `${counted(all, 'usage')} of ${subject}${onLines(all)}`,
  run: async (reader, subjects, limits) => {
    const nodes = (await withDefinitions(reader, subjects)).flatMap((subject) => subject.nodes);
    const keys = nodes.map(({ key }) => key);
    const files = filesAmong(nodes);
    const { steps: all, cut } = await directSteps(reader, keys, 'in', USES);
    const steps = all.filter(({ edge }) => !files.has(edge.path));
    // What a file uses of itself is no use of it.
    if (steps.length > 0 || cut || files.size > 0)
      return inRepositories(reader, steps, await found(reader, { steps, cut }, limits));
    // What calls an implementation of a declared method uses the declaration.
    const below = await Promise.all(
      (await counterparts(reader, nodes, 'in')).map(({ key, qualifiedName: through }) =>
        directSteps(reader, [key], 'in', ['CALLS'], { through, probable: true }),
      ),
    );
    const calls = below.flatMap((one) => one.steps);
    if (calls.length > 0) return found(reader, { steps: calls, cut: below.some((one) => one.cut) }, limits);
    const named = nodes.filter(({ kind, text }) => NAMED.has(kind) && text !== undefined);
    return found(reader, { steps: await namedIn(reader, named), cut }, limits);
  },
};
