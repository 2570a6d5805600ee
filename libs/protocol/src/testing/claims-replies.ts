import type { JsonCases } from './json-cases';

/** Replies of a model that checks the sentences of an answer. */
export const CLAIMS: JsonCases = {
  plain: `{
  "claims": [
    {"n": 1, "status": "supported", "why": "said by [2]"},
    {"n": 2, "status": "contradicted", "why": "[3] says 4"}
  ]
}`,
  outcome: 'checked',
  verdict: {
    kind: 'claims',
    judgements: [
      { n: 1, status: 'supported', why: 'said by [2]' },
      { n: 2, status: 'contradicted', why: '[3] says 4' },
    ],
  },
  good: [
    [
      'inferred',
      '{"claims": [{"n": 1, "status": "inferred", "why": "a"}]}',
      'checked',
      { judgements: [{ n: 1, status: 'inferred', why: 'a' }] },
    ],
    [
      'capitals',
      '{"claims": [{"n": 1, "status": "Unsupported", "why": "a"}]}',
      'checked',
      { judgements: [{ n: 1, status: 'unsupported', why: 'a' }] },
    ],
    [
      'number as a text',
      '{"claims": [{"n": "3", "status": "supported", "why": "a"}]}',
      'checked',
      { judgements: [{ n: 3, status: 'supported', why: 'a' }] },
    ],
    [
      'number in brackets',
      '{"claims": [{"n": "[3]", "status": "supported"}]}',
      'checked',
      { judgements: [{ n: 3, status: 'supported', why: '' }] },
    ],
    [
      'no reason',
      '{"claims": [{"n": 1, "status": "supported"}]}',
      'checked',
      { judgements: [{ n: 1, status: 'supported', why: '' }] },
    ],
    [
      'one claim without a list',
      '{"claims": {"n": 1, "status": "supported", "why": "a"}}',
      'checked',
      { judgements: [{ n: 1, status: 'supported', why: 'a' }] },
    ],
    [
      'judged twice alike',
      '{"claims": [{"n": 1, "status": "supported", "why": "a"}, {"n": 1, "status": "supported", "why": "b"}]}',
      'checked',
      { judgements: [{ n: 1, status: 'supported', why: 'a' }] },
    ],
    [
      'more keys',
      '{"claims": [{"n": 1, "text": "x", "status": "supported", "why": "a"}]}',
      'checked',
      { judgements: [{ n: 1, status: 'supported', why: 'a' }] },
    ],
  ],
  bad: [
    ['empty', '{"claims": []}', "'claims'"],
    [
      'unknown status',
      '{"claims": [{"n": 1, "status": "true", "why": "a"}]}',
      '\'claims[0].status\' must be one of "supported"',
    ],
    ['no status', '{"claims": [{"n": 1, "why": "a"}]}', "'status' of 'claims[0]' is missing"],
    ['no number', '{"claims": [{"status": "supported", "why": "a"}]}', "'n' of 'claims[0]' is missing"],
    [
      'number 0',
      '{"claims": [{"n": 0, "status": "supported", "why": "a"}]}',
      "'claims[0].n' must be >= 1; it is 0.",
    ],
    [
      'two numbers',
      '{"claims": [{"n": "3 and 4", "status": "supported"}]}',
      '\'claims[0].n\' must be a whole number; it is "3 and 4".',
    ],
    ['half a number', '{"claims": [{"n": 1.5, "status": "supported", "why": "a"}]}', "'claims[0].n'"],
    [
      'judged twice',
      '{"claims": [{"n": 1, "status": "supported"}, {"n": 1, "status": "inferred"}]}',
      'Sentence 1',
    ],
    ['texts', '{"claims": ["supported"]}', "'claims[0]'"],
    ['null', '{"claims": null}', "'claims' is missing"],
    [
      'cut off in the second',
      '{"claims": [{"n": 1, "status": "supported", "why": "a"}, {"n": 2, "sta',
      "'claims[1]'",
    ],
    ['empty object', '{}', 'no JSON object'],
  ],
};
