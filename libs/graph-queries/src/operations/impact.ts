import { counted, found } from '../found';
import { unplacedCalls, withUnplaced } from '../namesakes';
import { MAX_DEPTH, type GraphOperation, type Relations } from '../operation';
import { dependents } from './dependents';

const CHANGE =
  '(?:(?:chang(?:e|es|ed|ing)|modif(?:y|ies|ied|ying)|remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|renam(?:e|es|ed|ing)|edit(?:s|ed|ing)?)(?: the (?:signature|behaviou?r|name|type|return type|return value|parameters|arguments|implementation) of)?)';

/** Relations between a change and what it affects, unless a query says more or fewer. */
const DEPTH = 3;

/** What a change of a name can affect: everything that depends on it, within some relations, and how much is beyond. */
export const impact: GraphOperation = {
  name: 'impact',
  summary:
    'what a change of NAME can affect, within three relations or another depth, and how much is beyond',
  names: 1,
  subjects: [],
  depth: DEPTH,
  questions: [
    `what (?:else )?(?:breaks?|(?:would|will|could|can|might|may) (?:break|be affected|change)|is affected|changes|fails) (?:if|when) (?:i|we|you|one|someone) ${CHANGE} {X}`,
    `what (?:else )?(?:breaks?|(?:would|will|could|can|might|may) (?:break|be affected)|is affected) (?:if|when) {X} (?:is|gets?) ${CHANGE}`,
    `what (?:is|would be|will be|could be) affected by (?:a change (?:of|to|in)|${CHANGE}) {X}`,
    `what (?:happens|would happen) (?:if|when) (?:i|we|you|one|someone) ${CHANGE} {X}`,
    `(?:impact|blast radius|effects?) of (?:a change (?:of|to|in)|${CHANGE}) {X}`,
    '(?:who|what|{which}) depends? (?:up)?on {X}',
    '(?:dependents|dependants) of {X}',
  ],
  heading: ([subject = ''], { depth = DEPTH, ...all }) =>
    `${counted(all, 'place')} that a change of ${subject} can affect within ${depth} step${depth === 1 ? '' : 's'}`,
  run: async (reader, subjects, limits) => {
    const depth = Math.min(MAX_DEPTH, limits.depth ?? DEPTH);
    const all = await dependents(reader, subjects, { depth: MAX_DEPTH, maxNodes: 2_000 });
    const { cutAt = Infinity } = all;
    const within = all.steps.filter((step) => step.depth <= depth);
    const reached = new Set(within.map(({ end }) => end));
    const unplaced = await unplacedCalls(reader, subjects, ({ key }) => !reached.has(key));
    const beyond = all.steps.filter((step) => step.depth > depth).map((step) => step.depth);
    const notes = [
      ...beyondNote(depth, beyond, cutAt),
      ...(unplaced.length > 0 ? ['what depends on these is not listed'] : []),
    ];
    return {
      ...(await found(reader, { steps: within, cut: cutAt <= depth }, limits)),
      ...withUnplaced(unplaced),
      depth,
      ...(notes.length > 0 && { note: notes.join('; ') }),
    } satisfies Relations;
  },
};

/** How many places are further away, and the depth that lists them. @param cutAt the first step that was not read whole */
function beyondNote(depth: number, beyond: readonly number[], cutAt: number): readonly string[] {
  if (beyond.length === 0) return cutAt > depth && cutAt < Infinity ? ['further steps are not followed'] : [];
  const [first, last] = [depth + 1, Math.max(...beyond)];
  const isAtLeast = cutAt < Infinity || last === MAX_DEPTH;
  const steps = first === last ? `${first}` : `${first} to ${last}`;
  const count = `${isAtLeast ? 'at least ' : ''}${beyond.length} more`;
  return [`${count} in ${steps} steps, which a depth of ${last} lists`];
}
