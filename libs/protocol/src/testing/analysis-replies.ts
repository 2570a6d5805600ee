import type { JsonCases } from './json-cases';

/** Replies of a model that analyses a question. */
export const ANALYSIS: JsonCases = {
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
    ['nothing at all', '{}', 'simple', { complexity: 'simple', components: [], queries: [], followUps: [] }],
    ['nothing at all, fenced', '```json\n{}\n```', 'simple', { complexity: 'simple' }],
    ['complexity alone', '{"complexity": "simple"}', 'simple', { queries: [] }],
    ['no complexity', '{"reformulated_queries": ["a"]}', 'simple', { complexity: 'simple', queries: ['a'] }],
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
    ['prose before an empty object', 'There is nothing to plan: {}', 'no JSON object'],
    [
      'too long',
      `{"complexity": "simple", "x": "${'x'.repeat(200_000)}"}`,
      'The reply is longer than 200000 characters.',
    ],
    ['two plans', '{"complexity": "simple"}\n{"complexity": "complex"}', 'two different'],
  ],
};
