import { EVALUATOR } from './evaluator-replies';
import { EXTRACTION } from './extraction-replies';
import { TASK_PLAN } from './task-plan-replies';

/** For each JSON protocol: a plain reply with what it says, other good replies, and bad ones with what the error must name. */
export interface JsonCases {
  readonly plain: string;
  readonly outcome: string;
  readonly verdict: object;
  /** What the reply is like, the reply, the outcome, and what the verdict holds. */
  readonly good: readonly (readonly [string, string, string, object])[];
  readonly bad: readonly (readonly [string, string, string])[];
}

export const JSON_CASES: Readonly<Record<string, JsonCases>> = {
  analysis: {
    plain: `{
  "complexity": "complex",
  "key_components": ["InvoiceService", "dbo.Invoice"],
  "reformulated_queries": ["how is an invoice paid", "where are totals computed"],
  "potential_follow_ups": ["the table's columns"]
}`.replace("'s", ''),
    outcome: 'complex',
    verdict: {
      kind: 'plan',
      complexity: 'complex',
      components: ['InvoiceService', 'dbo.Invoice'],
      queries: ['how is an invoice paid', 'where are totals computed'],
      followUps: ['the table columns'],
    },
    good: [
      [
        'nothing at all',
        '{}',
        'simple',
        { complexity: 'simple', components: [], queries: [], followUps: [] },
      ],
      ['nothing at all, fenced', '```json\n{}\n```', 'simple', { complexity: 'simple' }],
      ['complexity alone', '{"complexity": "simple"}', 'simple', { queries: [] }],
      [
        'no complexity',
        '{"reformulated_queries": ["a"]}',
        'simple',
        { complexity: 'simple', queries: ['a'] },
      ],
      [
        'simple with follow-ups',
        '{"complexity": "simple", "potential_follow_ups": ["b"]}',
        'follow_up',
        { followUps: ['b'] },
      ],
      [
        'follow-ups that say none',
        '{"complexity": "simple", "potential_follow_ups": ["None"]}',
        'simple',
        { followUps: [] },
      ],
      ['capitals', '{"complexity": "Complex"}', 'complex', {}],
      [
        'five reformulations',
        '{"reformulated_queries": ["a", "b", "c", "d", "e"]}',
        'simple',
        { queries: ['a', 'b', 'c', 'd'] },
      ],
      [
        'equal reformulations',
        '{"reformulated_queries": ["a", "A?", " ", "b"]}',
        'simple',
        { queries: ['a', 'b'] },
      ],
      ['one text for a list', '{"key_components": "Invoice"}', 'simple', { components: ['Invoice'] }],
      ['a list in a text', '{"reformulated_queries": "1. a\\n2. b"}', 'simple', { queries: ['a', 'b'] }],
      ['numbers for texts', '{"key_components": [404, "x"]}', 'simple', { components: ['404', 'x'] }],
      [
        'objects for texts',
        '{"reformulated_queries": [{"query": "a"}, {"query": "b", "why": "c"}]}',
        'simple',
        { queries: ['a', 'b'] },
      ],
      ['null', '{"complexity": "complex", "key_components": null}', 'complex', { components: [] }],
    ],
    bad: [
      ['another complexity', '{"complexity": "moderate"}', "'complexity'"],
      ['a list as complexity', '{"complexity": [[]]}', "'complexity'"],
      ['an object as queries', '{"reformulated_queries": [{"foo": 1}]}', "'reformulated_queries[0]'"],
      ['two plans', '{"complexity": "simple"}\n{"complexity": "complex"}', 'two different'],
    ],
  },
  decomposition: {
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
      ['quotes within a text', '{"sub_queries": ["what is "x" here", "b"]}', 'planned', {}],
      [
        'braces in a text',
        '{"sub_queries": ["what is {x}", "} else {"]}',
        'planned',
        { queries: ['what is {x}', '} else {'] },
      ],
      ['an apostrophe', '{"sub_queries": ["what\'s x", "b"]}', 'planned', { queries: ["what's x", 'b'] }],
      ['ten', JSON.stringify({ sub_queries: [...'abcdefghij'] }), 'planned', { queries: [...'abcdefgh'] }],
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
  },
  completeness: {
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
      ['a text for true', '{"is_complete": "true"}', 'complete', {}],
      ['yes', '{"is_complete": "Yes"}', 'complete', {}],
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
      ['cut off in the word', '{"is_complete": tr', 'no JSON object'],
      ['an object', '{"is_complete": {"value": true}}', "'is_complete'"],
      ['both', '{"is_complete": true}\n{"is_complete": false}', 'two different'],
    ],
  },
  gaps: {
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
      [
        'objects',
        '{"gaps": [{"gap": "the date", "severity": "high"}]}',
        'analysed',
        { missing: ['the date'] },
      ],
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
      ['long items', JSON.stringify({ gaps: ['x'.repeat(900)] }), 'analysed', { missing: ['x'.repeat(500)] }],
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
  },
  critique: {
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
  },
  claims: {
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
      ['number 0', '{"claims": [{"n": 0, "status": "supported", "why": "a"}]}', "'claims[0].n'"],
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
  },
  extraction: EXTRACTION,
  evaluator: EVALUATOR,
  task_plan: TASK_PLAN,
};
