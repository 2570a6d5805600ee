import type { JsonCases } from './json-cases';

/** Replies of a model that divides a question into sub-questions. */
export const DECOMPOSITION: JsonCases = {
  plain: '{\n  "sub_queries": ["Who wrote it?", "When was it written?"]\n}',
  outcome: 'planned',
  verdict: { kind: 'plan', queries: ['Who wrote it?', 'When was it written?'] },
  good: [
    ['one', '{"sub_queries": ["a"]}', 'planned', { queries: ['a'] }],
    ['a text', '{"sub_queries": "a"}', 'planned', { queries: ['a'] }],
    ['equal ones', '{"sub_queries": ["a", "A.", "b"]}', 'planned', { queries: ['a', 'b'] }],
    ['empty ones', '{"sub_queries": ["", "  ", "a", null]}', 'planned', { queries: ['a'] }],
    [
      'objects',
      '{"sub_queries": [{"id": 1, "query": "a"}, {"id": 2, "question": "b"}]}',
      'planned',
      { queries: ['a', 'b'] },
    ],
    ['cut off within a text', '{"sub_queries": ["a", "b and the', 'planned', { queries: ['a'] }],
    ['cut off behind a comma', '{"sub_queries": ["a", ', 'planned', { queries: ['a'] }],
    ['a quote within a text', '```json\n{"sub_queries": ["a 5" pipe", "b"]}\n```\n', 'planned', {}],
    ['quotes within a text', '{"sub_queries": ["what is "x" here", "b"]}', 'planned', {}],
    [
      'braces in a text',
      '{"sub_queries": ["what is {x}", "} else {"]}',
      'planned',
      { queries: ['what is {x}', '} else {'] },
    ],
    ['an apostrophe', '{"sub_queries": ["what\'s x", "b"]}', 'planned', { queries: ["what's x", 'b'] }],
    [
      'ten',
      JSON.stringify({ sub_queries: [...'abcdefghij'] }),
      'planned',
      {
        queries: [...'abcdefgh'],
        leftOut: { texts: ['i', 'j'], why: 'only the first 8 sub-questions are searched for' },
      },
    ],
    [
      'thirty',
      JSON.stringify({ sub_queries: Array.from({ length: 30 }, (_, at) => `q${at}`) }),
      'planned',
      {
        leftOut: { texts: [...Array.from({ length: 16 }, (_, at) => `q${at + 8}`), 'and 6 more'] },
      },
    ],
  ],
  bad: [
    ['none', '{"sub_queries": []}', "'sub_queries'"],
    ['empty ones', '{"sub_queries": ["", " "]}', "'sub_queries'"],
    ['null', '{"sub_queries": null}', "'sub_queries' is missing"],
    ['cut off in the first', '{"sub_queries": ["what is', 'no JSON object'],
    ['a list of lists', '{"sub_queries": [["a"]]}', "'sub_queries[0]'"],
    ['two different', '{"sub_queries": ["a"]} or {"sub_queries": ["b"]}', 'two different'],
    ['empty object', '{}', 'no JSON object'],
  ],
};
