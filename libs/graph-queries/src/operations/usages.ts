import type { EdgeKind } from '@quarry/graph-store';
import { counted, found } from '../found';
import type { GraphOperation } from '../operation';
import { mentions } from '../mentions';
import { directSteps } from '../relations';

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
];

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
  ],
  literal: mentions,
  heading: ([subject = ''], all) => `${counted(all, 'usage')} of ${subject}`,
  run: async (reader, subjects, limits) =>
    found(reader, await directSteps(reader, keysOf(subjects), 'in', USES), limits),
};

function keysOf(subjects: Parameters<GraphOperation['run']>[1]): readonly string[] {
  return subjects.flatMap(({ nodes }) => nodes.map(({ key }) => key));
}
