import type { GraphNode } from '@quarry/graph-store';
import { declaredBases } from '../external/declared-bases';
import { counted, limited } from '../found';
import { relatedTypes } from '../inheritance';
import { listed } from '../listed';
import type { GraphOperation, Relation } from '../operation';
import { lastPart } from '../owners';
import { inOrder, relationsOf } from '../relations';

const BASES =
  '(?:(?:direct )?(?:base|parent|super)[ -]?(?:class(?:es)?|types?|interfaces?|traits?)|supertypes?)';

/** What a type extends or implements, at any depth; what its declaration names and the index does not have, as well. */
export const supertypes: GraphOperation = {
  name: 'supertypes',
  summary: 'what NAME extends or implements',
  names: 1,
  subjects: ['TYPE'],
  limits:
    'A base that the index does not have is known by the line that names it, and what it extends is not.',
  questions: [
    `(?:(?:which|what) {noun} (?:is|are) (?:the )?)?${BASES} of {X}`,
    '(?:what|which {noun}|{which}) (?:do|does) {X} (?:directly )?(?:extend|implement|inherit(?: from)?|derive from|subclass)',
    `what (?:is|are) {X}'?s? ${BASES}`,
  ],
  heading: ([subject = ''], all) => `${counted(all, 'base type')} of ${subject}`,
  run: async (reader, subjects, limits) => {
    const types = subjects.flatMap(({ nodes }) => nodes).filter(({ kind }) => kind === 'TYPE');
    const above = await relatedTypes(
      reader,
      types.map(({ key }) => key),
      'out',
    );
    const known = await relationsOf(reader, above.steps);
    const names = new Set(known.map(({ name }) => lastPart(name)));
    const outside = types.flatMap((type) =>
      declaredBases(type)
        .filter((base) => !names.has(lastPart(base)))
        .map((base) => outsideOf(type, base)),
    );
    const all = [...new Map([...known, ...outside].map((one) => [one.key, one])).values()];
    const isOutside = ({ node }: Relation): number => Number(node === null);
    return limited(
      all.toSorted((a, b) => isOutside(a) - isOutside(b) || inOrder(a, b)),
      above.cut,
      limits,
    );
  },
};

/** A base that only the declaration of the type names. */
function outsideOf(type: GraphNode, base: string): Relation {
  const [stated] = listed([{ node: type }], false, { limit: 1 }).relations;
  const key = `${type.language}:${base}|TYPE`;
  return {
    ...{ key, name: base, node: null, target: type.qualifiedName, depth: 1, note: 'not in this index' },
    edge: { from: type.key, to: key, kind: 'INHERITS' },
    place: stated?.place ?? null,
  };
}
