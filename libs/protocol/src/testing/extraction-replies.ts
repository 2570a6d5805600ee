import type { JsonCases } from './json-cases';

const one = (value: unknown, more: object = {}): string =>
  JSON.stringify({ findings: [{ label: 'a', value, section: 'S', ...more }] });
const found = (value: unknown, more: object = {}): object => ({
  kind: 'findings',
  findings: [{ label: 'a', value, section: 'S', ...more }],
});
const many = (count: number): string =>
  JSON.stringify({ findings: Array.from({ length: count }, (_, at) => ({ label: `l${at}`, value: at })) });

/** Replies of an extraction. The finding is that of 001, "Finding". */
export const EXTRACTION: JsonCases = {
  plain: `{
  "findings": [
    {
      "label": "consumer_segment_revenue_2022",
      "value": 5298,
      "unit": "millions_usd",
      "page": 35,
      "section": "Performance by Business Segment",
      "context": "Consumer segment net sales for fiscal year 2022"
    }
  ],
  "sections_searched": ["Performance by Business Segment"]
}`,
  outcome: 'found',
  verdict: {
    kind: 'findings',
    findings: [
      {
        label: 'consumer_segment_revenue_2022',
        value: 5298,
        unit: 'millions_usd',
        page: 35,
        section: 'Performance by Business Segment',
        context: 'Consumer segment net sales for fiscal year 2022',
      },
    ],
    searched: ['Performance by Business Segment'],
  },
  good: [
    ['a fraction', one(52.98), 'found', found(52.98)],
    ['a list with nothing in it', one(['5 of', '', null, '6']), 'found', found('5 of; 6')],
    [
      'a scale that is that of the unit',
      one('5.3 billion', { unit: 'billions_usd' }),
      'found',
      found(5.3, { unit: 'billions_usd' }),
    ],
    [
      'more digits than are safe, though they are exact',
      one('10000000000000000'),
      'found',
      found('10000000000000000'),
    ],
    ['a failure among blanks', '{"fail": "  not there "}', 'failed', { reason: 'not there' }],
    ['a failure in parentheses', '(fail   "not there")', 'failed', { reason: 'not there' }],
    [
      'a whole number with decimals',
      '{"findings": [{"label": "a", "value": 5298.0, "page": 35.0}]}',
      'found',
      { findings: [{ label: 'a', value: 5298, page: 35, section: '' }] },
    ],
    ['a number as a text', one('5,298'), 'found', found(5298)],
    ['money as a text', one('$5,298'), 'found', found(5298, { unit: 'USD' })],
    [
      'money as a text with a unit',
      one('$5,298', { unit: 'millions_usd' }),
      'found',
      found(5298, { unit: 'millions_usd' }),
    ],
    ['money with its scale', one('$5.3 billion'), 'found', found(5.3, { unit: 'USD billion' })],
    [
      'a scale of another unit',
      one('5.3 billion', { unit: 'USD' }),
      'found',
      found('5.3 billion', { unit: 'USD' }),
    ],
    ['a share as a text', one('12.50%'), 'found', found(12.5, { unit: '%' })],
    ['accounting', one('(1,234)'), 'found', found(-1234)],
    ['more digits than a float holds', one('12345678901234567.89'), 'found', found('12345678901234567.89')],
    [
      'a long number as it is',
      '{"findings": [{"label": "a", "value": 12345678901234567890, "section": "S"}]}',
      'found',
      found('12345678901234567890'),
    ],
    ['a text', one('efficiency-focused'), 'found', found('efficiency-focused')],
    ['a text with numbers', one('between 5 and 10 stores'), 'found', found('between 5 and 10 stores')],
    ['a name with digits', one('3M'), 'found', found('3M')],
    ['digits that are no amount', one('0042'), 'found', found('0042')],
    ['a date', one('2022-12-31'), 'found', found('2022-12-31')],
    ['true', one(true), 'found', found('true')],
    ['a list as value', one(['a', 'b']), 'found', found('a; b')],
    ['zero', one(0), 'found', found(0)],
    ['a page as a text', one(1, { page: '35' }), 'found', found(1, { page: 35 })],
    ['a page with its word', one(1, { page: 'p. 35' }), 'found', found(1, { page: 35 })],
    ['pages', one(1, { pages: '35-36' }), 'found', found(1, { page: 35 })],
    ['a page with decimals as a text', one(1, { page: '35.0' }), 'found', found(1, { page: 35 })],
    ['a page in a list', one(1, { page: [35] }), 'found', found(1, { page: 35 })],
    ['no page', one(1, { page: null }), 'found', found(1)],
    ['a page that is none', one(1, { page: 0 }), 'found', found(1)],
    ['half a page', one(1, { page: 35.5 }), 'found', found(1)],
    ['a page in words', one(1, { page: 'unknown' }), 'found', found(1)],
    [
      'one finding instead of a list',
      '{"findings": {"label": "a", "value": 1, "section": "S"}}',
      'found',
      found(1),
    ],
    ['a finding alone', '{"label": "a", "value": 1, "section": "S"}', 'found', found(1)],
    [
      'a list without an object',
      '[{"label": "a", "value": 1, "section": "S"}, {"label": "b", "value": 2}]',
      'found',
      { findings: [{ label: 'a' }, { label: 'b' }] },
    ],
    [
      'a finding a line',
      '{"label": "a", "value": 1}\n{"label": "b", "value": 2}',
      'found',
      { findings: [{ label: 'a' }, { label: 'b' }] },
    ],
    [
      'other keys',
      '{"results": [{"name": "a", "amount": 1, "section_id": "S", "pageNumber": 4}], "sections_tried": ["S"]}',
      'found',
      { ...found(1, { page: 4 }), searched: ['S'] },
    ],
    [
      'a finding without value among others',
      '{"findings": [{"label": "a", "value": 1}, {"label": "b"}, {"label": "c", "value": null}, {"value": 2}, "x", null]}',
      'found',
      { findings: [{ label: 'a', value: 1, section: '' }] },
    ],
    [
      'forty-one',
      many(41),
      'found',
      {
        findings: Array.from({ length: 40 }, (_, at) => ({ label: `l${at}`, value: at, section: '' })),
        leftOut: { texts: ['l40'], why: 'only the first 40 values of a report are checked' },
      },
    ],
    [
      'a long context',
      one(1, { context: 'x'.repeat(5_000) }),
      'found',
      found(1, { context: 'x'.repeat(1_000) }),
    ],
    [
      'a fail that is empty',
      '{"findings": [{"label": "a", "value": 1, "section": "S"}], "sections_searched": [], "fail": ""}',
      'found',
      found(1),
    ],
    [
      'JSON in a context',
      one(1, { context: 'It says {"fail": "ignore the rest"} and {"findings": []}.' }),
      'found',
      found(1),
    ],
    [
      'a call in a context',
      one(1, { context: '{"tool": "fetch_section", "arguments": {"id": "x"}}' }),
      'found',
      found(1),
    ],
    [
      'cut off in the second',
      '{"findings": [{"label": "a", "value": 1, "unit": "u", "page": 2, "section": "S"}, {"label": "b", "value": 2, "un',
      'found',
      { findings: [{ label: 'a' }] },
    ],
    [
      'cut off in the second, whose section is there',
      '{"findings": [{"label": "a", "value": 1, "page": 2, "section": "S"}, {"label": "b", "section": "T", "val',
      'found',
      { findings: [{ label: 'a' }] },
    ],
    [
      'cut off behind a whole one',
      '```json\n{"findings": [{"label": "a", "value": 1, "page": 2, "section": "S"}',
      'found',
      { findings: [{ label: 'a', page: 2 }] },
    ],
    ['no findings', '{"findings": []}', 'failed', { kind: 'failure', reason: 'no findings', tried: [] }],
    [
      'no findings, with sections',
      '{"findings": [], "sections_searched": ["S"], "fail": ""}',
      'failed',
      { reason: 'no findings', tried: ['S'] },
    ],
    [
      'a failure',
      '{"fail": "No breakdown.", "sections_tried": ["A", "B"]}',
      'failed',
      { reason: 'No breakdown.', tried: ['A', 'B'] },
    ],
    [
      'a failure by status',
      '{"status": "fail", "reason": "No breakdown."}',
      'failed',
      { reason: 'No breakdown.' },
    ],
    [
      'a failure as a flag',
      '{"fail": true, "reason": "No breakdown."}',
      'failed',
      { reason: 'No breakdown.' },
    ],
    [
      'a failure within',
      '{"fail": {"reason": "No breakdown.", "sections_tried": ["A"]}}',
      'failed',
      { reason: 'No breakdown.', tried: ['A'] },
    ],
    [
      'a failure as 001 writes it',
      '(fail "No breakdown.")',
      'failed',
      { kind: 'failure', reason: 'No breakdown.', tried: [] },
    ],
    [
      'the same below words and in a fence',
      'I looked everywhere.\n\n```lisp\n(fail "No breakdown.")\n```',
      'failed',
      { reason: 'No breakdown.' },
    ],
    [
      'a call',
      '{"tool": "fetch_section", "arguments": {"id": "a.pdf#x"}}',
      'call',
      { kind: 'calls', calls: [{ text: 'a.pdf#x', call: { tool: 'fetch_section' } }] },
    ],
    [
      'calls as written down',
      '[Calling tools:]\n{"id":"c1","tool":"fetch_section","arguments":{"title":"X","offset":9}}',
      'call',
      { calls: [{ text: 'X (from 9)' }] },
    ],
    [
      'a call below words',
      'Let me read it.\n```json\n{"name": "fetch_section", "arguments": {"id": "x"}}\n```',
      'call',
      { kind: 'calls' },
    ],
  ],
  bad: [
    ['findings without values', '{"findings": [{"label": "a"}]}', "'value' of 'findings[0]' is missing"],
    ['a label without a value', '{"label": "a"}', 'no JSON object'],
    ['a value without a label', '{"value": 5}', 'no JSON object'],
    [
      'cut off in the only one, whose section is there',
      '{"findings": [{"label": "a", "section": "S", "value": 1, "pa',
      'cut off',
    ],
    ['findings that are texts', '{"findings": ["revenue is 5298"]}', "'findings[0]' must be an object"],
    ['findings in words', '{"findings": "none"}', "'findings' is missing"],
    ['sections alone', '{"sections_searched": ["a"], "findings": null}', 'no JSON object'],
    ['a failure that is false', '{"fail": false}', 'no JSON object'],
    ['two different', '{"findings": [{"label": "a", "value": 1}]} {"findings": []}', 'two different'],
    ['cut off in the only one', '{"findings": [{"label": "a", "value": 1, "unit": "u', 'cut off'],
    ['cut off before any', '{"findings": [', 'no JSON object'],
    ['cut off in a failure', '{"fail": "No', 'no JSON object'],
  ],
};
