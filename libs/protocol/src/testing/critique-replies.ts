import type { JsonCases } from './json-cases';

/** Replies of a model that judges whether the evidence is sufficient. */
export const CRITIQUE: JsonCases = {
  plain: `{
  "sufficient": false,
  "reason": "the date is not given",
  "follow_up_queries": ["date of the merger"]
}`,
  outcome: 'insufficient',
  verdict: {
    kind: 'assessment',
    complete: false,
    answered: [],
    missing: ['the date is not given'],
    contradictions: [],
    followUps: ['date of the merger'],
  },
  good: [
    [
      'sufficient',
      '{"sufficient": true, "reason": "all is there", "follow_up_queries": []}',
      'sufficient',
      { complete: true, missing: [] },
    ],
    ['sufficient alone', '{"sufficient": true}', 'sufficient', {}],
    ['insufficient alone', '{"sufficient": false}', 'insufficient', { missing: [], followUps: [] }],
    ['yes', '{"sufficient": "yes"}', 'sufficient', {}],
    ['False as a text', '{"sufficient": "False"}', 'insufficient', {}],
    [
      'a list of reasons',
      '{"sufficient": false, "reason": ["a", "b"]}',
      'insufficient',
      { missing: ['a; b'] },
    ],
    ['one query', '{"sufficient": false, "follow_up_queries": "a"}', 'insufficient', { followUps: ['a'] }],
  ],
  bad: [
    ['nothing said', '{}', 'no JSON object'],
    ['a reason alone', '{"reason": "a"}', "'sufficient' is missing"],
    ['null', '{"sufficient": null}', "'sufficient' is missing"],
    ['a score', '{"sufficient": 8}', "'sufficient'"],
    ['cut off in the reason', '{"sufficient": false, "reason": "the da', "'reason' is missing"],
    ['maybe', '{"sufficient": "maybe"}', "'sufficient'"],
    ['cut off in the word', '{"sufficient": fal', 'no JSON object'],
    ['both', '{"sufficient": true} {"sufficient": false}', 'two different'],
  ],
};
