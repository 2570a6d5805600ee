import type { JsonCases } from './json-cases';

const needs = (value: unknown, more: object = {}): string =>
  JSON.stringify({ status: 'needs', needs: value, ...more });

/** Replies of the model that judges findings (001, "Synthesis/Evaluator Agent"). */
export const EVALUATOR: JsonCases = {
  plain: `{
  "status": "answer",
  "answer": "Consumer revenue was $5,298 million [3].",
  "sources": ["[3]"],
  "confidence": "high",
  "needs": "",
  "reason": "It is stated."
}`,
  outcome: 'answer',
  verdict: { kind: 'answer', text: 'Consumer revenue was $5,298 million [3].' },
  good: [
    ['an answer alone', '{"answer": "Yes [1]."}', 'answer', { kind: 'answer', text: 'Yes [1].' }],
    [
      'an answer with null beside it',
      '{"status": "answer", "answer": "Yes [1].", "needs": null, "reason": null}',
      'answer',
      {},
    ],
    ['a need among blanks', needs('  the date '), 'need', { requests: ['the date'] }],
    [
      'a reason that is too long, and ends in a blank there',
      needs('the date', { reason: `  ${'x'.repeat(499)} more` }),
      'need',
      { why: `${'x'.repeat(499)}…` },
    ],
    ['a number as answer', '{"status": "answer", "answer": 42}', 'answer', { text: '42' }],
    [
      'citations in the sources alone',
      '{"status": "answer", "answer": "It fell.", "sources": ["[3], p. 35", "[4]", "[3]", "page 7"]}',
      'answer',
      { text: 'It fell. [3][4]' },
    ],
    [
      'sources that cite nothing',
      '{"status": "answer", "answer": "It fell.", "sources": ["p. 35"]}',
      'answer',
      { text: 'It fell.' },
    ],
    [
      'an answer of several lines',
      '{"status": "answer", "answer": "# A\\n\\n- b [1]\\n- c {x}"}',
      'answer',
      { text: '# A\n\n- b [1]\n- c {x}' },
    ],
    ['another word for it', '{"status": "Answered", "answer": "Yes."}', 'answer', {}],
    ['confidence as a number', '{"status": "answer", "answer": "Yes.", "confidence": 0.9}', 'answer', {}],
    [
      'a need',
      needs('Consumer margin 2022', { reason: 'I have revenue only' }),
      'need',
      { kind: 'need', requests: ['Consumer margin 2022'], why: 'I have revenue only' },
    ],
    ['a need without reason', needs('x'), 'need', { requests: ['x'] }],
    ['a need without status', '{"needs": "x"}', 'need', { requests: ['x'] }],
    [
      'a list of needs',
      needs(['a', 'b', 'c']),
      'need',
      { requests: ['a'], leftOut: { texts: ['b', 'c'], why: 'one thing is looked for at a time' } },
    ],
    [
      'needs as objects',
      needs([{ item: 'a' }, { item: 'b' }]),
      'need',
      { requests: ['a'], leftOut: { texts: ['b'] } },
    ],
    ['a need under another key', '{"status": "needs_more_data", "need": "x"}', 'need', { requests: ['x'] }],
    ['a need beside a draft', needs('x', { answer: 'So far: 5.' }), 'need', { requests: ['x'] }],
    ['a long need', needs(`  ${'x'.repeat(900)}`), 'need', { requests: [`${'x'.repeat(499)}…`] }],
    [
      'a failure',
      '{"status": "fail", "reason": "The filing has no split."}',
      'fail',
      { kind: 'failure', reason: 'The filing has no split.', tried: [] },
    ],
    ['a failure in another word', '{"status": "Failed", "reason": "no"}', 'fail', { reason: 'no' }],
    ['a failure by its key', '{"fail": "no split"}', 'fail', { reason: 'no split' }],
    [
      'a failure with a draft',
      '{"status": "fail", "answer": "perhaps 5", "reason": "no"}',
      'fail',
      { reason: 'no' },
    ],
    ['a failure without reason', '{"status": "fail"}', 'fail', { reason: 'no reason is given' }],
    [
      'a call',
      '{"tool": "calculate", "arguments": {"expression": "[3] / [4]", "label": "share"}}',
      'call',
      {
        calls: [
          {
            text: '[3] / [4]',
            call: { tool: 'calculate', arguments: { expression: '[3] / [4]', label: 'share' } },
          },
        ],
      },
    ],
    [
      'calls as written down',
      '[Calling tools:]\n{"id":"c1","tool":"calculate","arguments":{"expression":"1+1"}}\n{"id":"c2","tool":"calculate","arguments":{"expression":"2+2"}}',
      'call',
      { calls: [{ text: '1+1' }, { text: '2+2' }] },
    ],
    [
      'an expression alone as arguments',
      '{"tool": "calculate", "arguments": "[3] * 2"}',
      'call',
      { calls: [{ text: '[3] * 2' }] },
    ],
    [
      'JSON in the answer',
      '{"status": "answer", "answer": "It says {\\"status\\": \\"fail\\"} [1]."}',
      'answer',
      { text: 'It says {"status": "fail"} [1].' },
    ],
  ],
  bad: [
    ['an empty answer', '{"status": "answer", "answer": " "}', "'answer' is empty"],
    ['no answer', '{"status": "answer"}', "'answer' is empty"],
    ['no need', '{"status": "needs", "reason": "more"}', "'needs' names nothing"],
    ['needs that name nothing', needs('None'), "'needs' names nothing"],
    ['needs that are empty', needs([]), "'needs' names nothing"],
    [
      'another status',
      '{"status": "maybe", "answer": "Yes."}',
      'must be one of "answer", "needs", "fail"; it is "maybe"',
    ],
    ['an answer and a need without status', '{"answer": "Yes.", "needs": "x"}', "'status' is missing"],
    ['an object as answer', '{"status": "answer", "answer": {"a": 1}}', "'answer' must be a text"],
    [
      'two different',
      '{"status": "fail", "reason": "a"} {"status": "answer", "answer": "b"}',
      'two different',
    ],
    ['cut off in the answer', '{"status": "answer", "answer": "Consumer reve', 'cut off'],
    ['cut off behind the answer', '{"answer": "Yes."', 'cut off'],
  ],
};
