import type { JsonCases } from './json-cases';

/** Replies of a model that lists the gaps of the evidence. */
export const GAPS: JsonCases = {
  plain: `{
  "answered_aspects": ["who"],
  "gaps": ["when", "where"],
  "contradictions": ["[1] and [2] differ"],
  "follow_up_queries": ["date of x", "place of x"]
}`,
  outcome: 'analysed',
  verdict: {
    kind: 'assessment',
    complete: false,
    answered: ['who'],
    missing: ['when', 'where'],
    contradictions: ['[1] and [2] differ'],
    followUps: ['date of x', 'place of x'],
  },
  good: [
    [
      'no gaps',
      '{"answered_aspects": ["who"], "gaps": [], "contradictions": [], "follow_up_queries": []}',
      'analysed',
      { complete: true },
    ],
    ['gaps alone', '{"gaps": ["a"]}', 'analysed', { complete: false, answered: [] }],
    ['no gaps alone', '{"gaps": []}', 'analysed', { complete: true }],
    ['gaps that say none', '{"gaps": ["None"]}', 'analysed', { complete: true, missing: [] }],
    ['none for a list', '{"gaps": "none"}', 'analysed', { complete: true }],
    ['one text', '{"gaps": "the date"}', 'analysed', { complete: false, missing: ['the date'] }],
    ['objects', '{"gaps": [{"gap": "the date", "severity": "high"}]}', 'analysed', { missing: ['the date'] }],
    [
      'no contradictions, in words',
      '{"gaps": [], "contradictions": ["No contradictions found."]}',
      'analysed',
      { contradictions: [] },
    ],
    [
      'equal queries',
      '{"gaps": ["a"], "follow_up_queries": ["x", "x?", "`X`"]}',
      'analysed',
      { followUps: ['x'] },
    ],
    [
      'nine of each',
      JSON.stringify({
        answered_aspects: [...'abcdefghi'],
        gaps: [...'ABCDEFGHI'],
        contradictions: [...'123456789'],
        follow_up_queries: [...'jklmnopqr'],
      }),
      'analysed',
      {
        answered: [...'abcdefgh', 'and 1 more'],
        missing: [...'ABCDEFGH'],
        contradictions: [...'12345678', 'and 1 more'],
        followUps: [...'jklmnopq'],
        leftOut: { texts: ['I', 'r'], why: 'only the first 8 gaps and follow-up queries are looked for' },
      },
    ],
    [
      'long items',
      JSON.stringify({ gaps: ['x'.repeat(900)] }),
      'analysed',
      { missing: [`${'x'.repeat(499)}…`] },
    ],
  ],
  bad: [
    ['no gaps said', '{"answered_aspects": ["a"], "contradictions": []}', "'gaps' is missing"],
    ['null', '{"gaps": null}', "'gaps' is missing"],
    ['queries alone', '{"follow_up_queries": ["a"]}', "'gaps' is missing"],
    ['a list of lists', '{"gaps": [["a"]]}', "'gaps[0]'"],
    ['cut off in the first gap', '{"answered_aspects": [], "gaps": ["the da', "'gaps' is missing"],
    ['cut off before the gaps', '{"answered_aspects": ["a"', "'gaps' is missing"],
    ['two analyses', '{"gaps": ["a"]}\n\n{"gaps": []}', 'two different'],
    ['empty object', '{}', 'no JSON object'],
  ],
};
