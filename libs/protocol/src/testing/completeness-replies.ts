import type { JsonCases } from './json-cases';

/** Replies of a model that judges whether the evidence is complete. */
export const COMPLETENESS: JsonCases = {
  plain: `{
  "is_complete": false,
  "missing_information": "how a refund is booked",
  "follow_up_queries": ["refund booking", "Refund table"]
}`,
  outcome: 'incomplete',
  verdict: {
    kind: 'assessment',
    complete: false,
    answered: [],
    missing: ['how a refund is booked'],
    contradictions: [],
    followUps: ['refund booking', 'Refund table'],
  },
  good: [
    [
      'complete',
      '{"is_complete": true, "missing_information": "", "follow_up_queries": []}',
      'complete',
      { complete: true, missing: [] },
    ],
    [
      'complete, missing none',
      '{"is_complete": true, "missing_information": "None", "follow_up_queries": "none"}',
      'complete',
      { missing: [], followUps: [] },
    ],
    ['complete alone', '{"is_complete": true}', 'complete', { followUps: [] }],
    ['incomplete alone', '{"is_complete": false}', 'incomplete', { missing: [] }],
    [
      'nine queries',
      JSON.stringify({ is_complete: false, follow_up_queries: [...'abcdefghi'] }),
      'incomplete',
      { followUps: [...'abcdefgh'], leftOut: { texts: ['i'] } },
    ],
    ['a text for true', '{"is_complete": "true"}', 'complete', {}],
    ['yes', '{"is_complete": "Yes"}', 'complete', {}],
    ['yes among blanks', '{"is_complete": " yes. "}', 'complete', {}],
    ['no among blanks', '{"is_complete": " No! ", "follow_up_queries": ["a"]}', 'incomplete', {}],
    ['no', '{"is_complete": "no"}', 'incomplete', {}],
    ['a number', '{"is_complete": 0}', 'incomplete', {}],
    [
      'a list of what is missing',
      '{"is_complete": false, "missing_information": ["a", "b"]}',
      'incomplete',
      { missing: ['a; b'] },
    ],
    [
      'cut off',
      '{"is_complete": false, "missing_information": "a", "follow_up_queries": ["x", "y',
      'incomplete',
      { followUps: ['x'] },
    ],
    [
      'cut off behind a list',
      '{"is_complete": true, "missing_information": "", "follow_up_queries": []',
      'complete',
      {},
    ],
  ],
  bad: [
    ['nothing said', '{}', 'no JSON object'],
    ['queries alone', '{"follow_up_queries": ["a"]}', "'is_complete' is missing"],
    ['null', '{"is_complete": null, "missing_information": ""}', "'is_complete' is missing"],
    ['cut off behind true', '{"is_complete": true', "'missing_information' is missing"],
    ['cut off behind the first field', '{"is_complete": true, "miss', "'missing_information' is missing"],
    ['partly', '{"is_complete": "partly"}', "'is_complete' must be true or false"],
    ['a share', '{"is_complete": 0.7}', "'is_complete'"],
    [
      'an object for what is missing',
      '{"is_complete": false, "missing_information": [{"foo": 1}]}',
      "'missing_information' must be a text",
    ],
    ['cut off in the word', '{"is_complete": tr', 'no JSON object'],
    ['an object', '{"is_complete": {"value": true}}', "'is_complete'"],
    ['both', '{"is_complete": true}\n{"is_complete": false}', 'two different'],
  ],
};
