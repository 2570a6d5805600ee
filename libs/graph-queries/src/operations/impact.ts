import { counted, found } from '../found';
import { unplacedCalls, withUnplaced } from '../namesakes';
import type { GraphOperation } from '../operation';
import { dependents } from './dependents';

const CHANGE =
  '(?:(?:chang(?:e|es|ed|ing)|modif(?:y|ies|ied|ying)|remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|renam(?:e|es|ed|ing)|edit(?:s|ed|ing)?)(?: the (?:signature|behaviou?r|name|type|return type|return value|parameters|arguments|implementation) of)?)';

/** Relations between a change and what it affects, at most. */
const DEPTH = 3;

/** What a change of a name can affect: everything that depends on it, within three relations. */
export const impact: GraphOperation = {
  name: 'impact',
  summary: 'what a change of NAME can affect, within three relations',
  names: 1,
  subjects: [],
  questions: [
    `what (?:else )?(?:breaks?|(?:would|will|could|can|might|may) (?:break|be affected|change)|is affected|changes|fails) (?:if|when) (?:i|we|you|one|someone) ${CHANGE} {X}`,
    `what (?:else )?(?:breaks?|(?:would|will|could|can|might|may) (?:break|be affected)|is affected) (?:if|when) {X} (?:is|gets?) ${CHANGE}`,
    `what (?:is|would be|will be|could be) affected by (?:a change (?:of|to|in)|${CHANGE}) {X}`,
    `what (?:happens|would happen) (?:if|when) (?:i|we|you|one|someone) ${CHANGE} {X}`,
    `(?:impact|blast radius|effects?) of (?:a change (?:of|to|in)|${CHANGE}) {X}`,
    '(?:who|what|{which}) depends? (?:up)?on {X}',
    '(?:dependents|dependants) of {X}',
  ],
  heading: ([subject = ''], all) =>
    `${counted(all, 'place')} that a change of ${subject} can affect within ${DEPTH} steps`,
  run: async (reader, subjects, limits) => {
    const affected = await dependents(reader, subjects, { depth: DEPTH, maxNodes: 2_000 });
    const reached = new Set(affected.steps.map(({ end }) => end));
    const unplaced = await unplacedCalls(reader, subjects, ({ key }) => !reached.has(key));
    const all = await found(reader, affected, limits);
    const note = 'what depends on these is not listed';
    return { ...all, ...withUnplaced(unplaced), ...(unplaced.length > 0 ? { note } : {}) };
  },
};
