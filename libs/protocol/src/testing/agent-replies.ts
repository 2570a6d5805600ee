/** Name of the case, the reply, and the calls: tool, text, and further arguments. */
export const calls: readonly (readonly [string, string, readonly (readonly [string, string, object?])[]])[] =
  [
    [
      'the canonical form',
      '[Calling tools:]\n{"id":"c1","tool":"search","arguments":{"query":"retry policy"}}',
      [['search', 'retry policy']],
    ],
    [
      'two calls',
      '[Calling tools:]\n{"id":"c1","tool":"search","arguments":{"query":"a"}}\n{"id":"c2","tool":"lookup","arguments":{"name":"Foo.bar"}}',
      [
        ['search', 'a'],
        ['lookup', 'Foo.bar'],
      ],
    ],
    [
      'a section',
      '[Calling tools:]\n{"id":"c1","tool":"fetch_section","arguments":{"id":"docs/a.md#2"}}',
      [['fetch_section', 'docs/a.md#2']],
    ],
    [
      'a section from an offset on',
      '[Calling tools:]\n{"id":"c1","tool":"fetch_section","arguments":{"id":"a","offset":1200}}',
      [['fetch_section', 'a (from 1200)', { offset: 1200 }]],
    ],
    [
      'offset as a text',
      '[Calling tools:]\n{"tool":"fetch_section","arguments":{"id":"a","offset":"1200"}}',
      [['fetch_section', 'a (from 1200)', { offset: 1200 }]],
    ],
    [
      'offset with a fraction',
      '[Calling tools:]\n{"tool":"fetch_section","arguments":{"id":"a","offset":10.7}}',
      [['fetch_section', 'a (from 10)', { offset: 10 }]],
    ],
    [
      'negative offset',
      '[Calling tools:]\n{"tool":"fetch_section","arguments":{"id":"a","offset":-5}}',
      [['fetch_section', 'a', { offset: 0 }]],
    ],
    [
      'no offset',
      '[Calling tools:]\n{"tool":"fetch_section","arguments":{"id":"a","offset":null}}',
      [['fetch_section', 'a']],
    ],
    [
      'a section by its title',
      '{"tool":"fetch_section","arguments":{"title":"Segments"}}',
      [['fetch_section', 'Segments', { id: 'Segments' }]],
    ],
    [
      'a section by its title beside an identity',
      '{"tool":"fetch_section","id":"c1","section":"Segments"}',
      [['fetch_section', 'Segments', { id: 'Segments' }]],
    ],
    [
      'a section once more, and from an offset on',
      '[Calling tools:]\n{"tool":"fetch_section","arguments":{"id":"a","reread":true}}\n{"tool":"fetch_section","arguments":{"id":"a","offset":9,"reread":"yes"}}',
      [
        ['fetch_section', 'a (again)', { reread: 1 }],
        ['fetch_section', 'a (from 9, again)', { offset: 9, reread: 1 }],
      ],
    ],
    [
      'not once more',
      '{"tool":"fetch_section","arguments":{"id":"a","reread":false}}',
      [['fetch_section', 'a', {}]],
    ],
    [
      'not once more, in a word that ends like yes',
      '{"tool":"fetch_section","arguments":{"id":"a","reread":"untrue"}}',
      [['fetch_section', 'a', {}]],
    ],
    [
      'a calculation',
      '{"tool":"calculate","arguments":{"expression":"[3] / [4] * 100","label":"share in percent"}}',
      [['calculate', '[3] / [4] * 100', { expression: '[3] / [4] * 100', label: 'share in percent' }]],
    ],
    ['bold marker', '**[Calling tools:]**\n{"tool":"search","arguments":{"query":"a"}}', [['search', 'a']]],
    [
      'marker in capitals',
      '[CALLING TOOLS:]\n{"tool":"search","arguments":{"query":"a"}}',
      [['search', 'a']],
    ],
    ['object alone', '{"tool": "search", "arguments": {"query": "a"}}', [['search', 'a']]],
    ['name and arguments', '{"name": "search", "arguments": {"query": "a"}}', [['search', 'a']]],
    ['parameters', '{"name": "lookup", "parameters": {"name": "Foo"}}', [['lookup', 'Foo']]],
    [
      'arguments as JSON text',
      '{"name": "search", "arguments": "{\\"query\\": \\"a\\"}"}',
      [['search', 'a']],
    ],
    ['arguments as a text', '{"tool": "lookup", "arguments": "Foo.bar"}', [['lookup', 'Foo.bar']]],
    ['arguments beside the tool', '{"tool": "search", "query": "a"}', [['search', 'a']]],
    ['name beside the tool', '{"tool": "lookup", "name": "Foo"}', [['lookup', 'Foo']]],
    ['id beside the tool', '{"tool": "fetch_section", "id": "a"}', [['fetch_section', 'a']]],
    ['a fence', '```json\n{"tool": "search", "arguments": {"query": "a"}}\n```', [['search', 'a']]],
    [
      'indented',
      '```\n{\n  "tool": "search",\n  "arguments": {\n    "query": "a"\n  }\n}\n```',
      [['search', 'a']],
    ],
    [
      'a list',
      '[{"tool": "search", "arguments": {"query": "a"}}, {"tool": "lookup", "arguments": {"name": "b"}}]',
      [
        ['search', 'a'],
        ['lookup', 'b'],
      ],
    ],
    [
      'as an API writes it',
      '{"tool_calls": [{"id": "x", "type": "function", "function": {"name": "search", "arguments": "{\\"query\\":\\"a\\"}"}}]}',
      [['search', 'a']],
    ],
    [
      'a list with something else in it',
      '{"tool_calls": [null, {"name": "search", "arguments": {"query": "a"}}]}',
      [['search', 'a']],
    ],
    [
      'a function object',
      '{"type": "function", "function": {"name": "search", "arguments": {"query": "a"}}}',
      [['search', 'a']],
    ],
    ['tags', '<tool_call>\n{"name": "search", "arguments": {"query": "a"}}\n</tool_call>', [['search', 'a']]],
    [
      'two tags',
      '<tool_call>{"name": "search", "arguments": {"query": "a"}}</tool_call>\n<tool_call>{"name": "lookup", "arguments": {"name": "b"}}</tool_call>',
      [
        ['search', 'a'],
        ['lookup', 'b'],
      ],
    ],
    [
      'a lead-in',
      'I\'ll search for it.\n\n{"tool": "search", "arguments": {"query": "a"}}',
      [['search', 'a']],
    ],
    [
      'prose before',
      'I need more.\nFirst the policy.\nThen the code.\n[Calling tools:]\n{"tool":"search","arguments":{"query":"a"}}',
      [['search', 'a']],
    ],
    [
      'prose before a fence',
      'I need more.\nFirst the policy.\n```json\n{"tool":"search","arguments":{"query":"a"}}\n```',
      [['search', 'a']],
    ],
    [
      'prose before a bold marker',
      'I need more.\nFirst the policy.\n**[Calling tools:]**\n{"tool":"search","arguments":{"query":"a"}}',
      [['search', 'a']],
    ],
    [
      'prose before tags',
      'I need more.\nFirst the policy.\n<tool_call>\n{"name": "search", "arguments": {"query": "a"}}\n</tool_call>',
      [['search', 'a']],
    ],
    [
      'prose behind',
      '{"tool": "search", "arguments": {"query": "a"}}\nI wait for the results.',
      [['search', 'a']],
    ],
    ['single quotes', "{'tool': 'search', 'arguments': {'query': 'a'}}", [['search', 'a']]],
    ['trailing comma', '{"tool": "search", "arguments": {"query": "a",},}', [['search', 'a']]],
    ['a number as query', '{"tool": "search", "arguments": {"query": 404}}', [['search', '404']]],
    ['a list of one query', '{"tool": "search", "arguments": {"query": ["a"]}}', [['search', 'a']]],
    [
      'more arguments than there are',
      '{"tool": "search", "arguments": {"query": "a", "top_k": 5}}',
      [['search', 'a']],
    ],
    [
      'functions. before the name',
      '{"name": "functions.search", "arguments": {"query": "a"}}',
      [['search', 'a']],
    ],
    ['camel case', '{"name": "fetchSection", "arguments": {"id": "a"}}', [['fetch_section', 'a']]],
    [
      'equal calls',
      '[Calling tools:]\n{"tool":"search","arguments":{"query":"a"}}\n{"tool":"search","arguments":{"query":"A?"}}',
      [['search', 'a']],
    ],
    [
      'five calls',
      `[Calling tools:]\n${[...'abcde'].map((query) => JSON.stringify({ tool: 'search', arguments: { query } })).join('\n')}`,
      [
        ['search', 'a'],
        ['search', 'b'],
        ['search', 'c'],
        ['search', 'd'],
      ],
    ],
    [
      'a query that is too long, with white space before it',
      JSON.stringify({ tool: 'search', arguments: { query: `  ${'x'.repeat(600)}` } }),
      [['search', 'x'.repeat(500)]],
    ],
    ['white space in the query', '{"tool":"search","arguments":{"query":"  a  "}}', [['search', 'a']]],
    [
      'arguments in a code fence',
      JSON.stringify({ tool: 'search', arguments: '```json\n{"query": "a"}\n```' }),
      [['search', 'a']],
    ],
    [
      'a name in a code fence',
      JSON.stringify({ tool: 'lookup', arguments: '```\nFoo.bar\n```' }),
      [['lookup', 'Foo.bar']],
    ],
    [
      'two objects as arguments',
      JSON.stringify({ id: 'c1', tool: 'search', arguments: '```json\n{"query": "a"}\n{"query": "b"}\n```' }),
      [
        ['search', 'a'],
        ['search', 'b'],
      ],
    ],
    [
      'a list of two objects as arguments',
      JSON.stringify({ tool: 'lookup', arguments: [{ name: 'a' }, { name: 'b' }] }),
      [
        ['lookup', 'a'],
        ['lookup', 'b'],
      ],
    ],
    [
      'two objects in fences of their own',
      '```json\n{"tool":"search","arguments":{"query":"a"}}\n```\n```json\n{"tool":"lookup","arguments":{"name":"b"}}\n```',
      [
        ['search', 'a'],
        ['lookup', 'b'],
      ],
    ],
    [
      'braces in the query',
      '{"tool":"search","arguments":{"query":"what is {x}"}}',
      [['search', 'what is {x}']],
    ],
  ];

/** What the reply is like, the reply, the calls that are made, and those that are not: each with what its note must say. */
export const mixed: readonly (readonly [
  string,
  string,
  readonly string[],
  readonly (readonly [string, string])[],
])[] = [
  [
    'a known tool and an unknown one',
    '[Calling tools:]\n{"tool":"search","query":"a"}\n{"tool":"grep","arguments":{"pattern":"x"}}',
    ['a'],
    [['grep {"pattern":"x"}', "There is no tool 'grep'"]],
  ],
  [
    'arguments that name nothing, between two calls',
    '[Calling tools:]\n{"tool":"search","arguments":{"query":"a"}}\n{"tool":"lookup","arguments":{"symbol":"Foo"}}\n{"tool":"lookup","arguments":{"name":"Bar"}}',
    ['a', 'Bar'],
    [['lookup {"symbol":"Foo"}', "needs the argument 'name'"]],
  ],
  [
    'a line that is no JSON',
    '[Calling tools:]\n{"tool":"search","arguments":{"query":"a"}}\n{tool => lookup: Foo}',
    ['a'],
    [['unreadable call {tool => lookup: Foo}', 'no JSON object that can be read']],
  ],
  [
    'six calls',
    `[Calling tools:]\n${[...'abcdef'].map((query) => JSON.stringify({ tool: 'search', arguments: { query } })).join('\n')}`,
    ['a', 'b', 'c', 'd'],
    [
      ['e', 'Only the first 4 calls of a reply are made'],
      ['f', 'Only the first 4 calls of a reply are made'],
    ],
  ],
  [
    'thirty calls: the last one that is listed counts the others',
    `[Calling tools:]\n${Array.from({ length: 30 }, (_, at) => JSON.stringify({ tool: 'search', arguments: { query: `q${at}` } })).join('\n')}`,
    ['q0', 'q1', 'q2', 'q3'],
    [...'45678']
      .map((n): readonly [string, string] => [`q${n}`, 'Only the first 4'])
      .concat([
        ['q9', 'Only the first 4'],
        ['q10', 'Only the first 4'],
        ['q11', '18 further calls were not made either'],
      ]),
  ],
];

/** What the reply is like, the reply, and the answer. */
export const answers: readonly (readonly [string, string, string])[] = [
  ['plain text', 'It retries three times [1].', 'It retries three times [1].'],
  ['marked', '[Answer:] yes', 'yes'],
  ['marked and bold', '**[Answer:]** yes', 'yes'],
  ['marked, with a lead-in', 'Sure:\n[Answer:] yes', 'yes'],
  ['marked, in a fence', '```\n[Answer:] yes\n```', 'yes'],
  ['white space around', '\n\n  yes\n', 'yes'],
  ['many lines', 'One [1].\n\nTwo [2].\n- a\n- b', 'One [1].\n\nTwo [2].\n- a\n- b'],
  ['one word', 'Yes', 'Yes'],
  ['a citation first', '[1] says so.', '[1] says so.'],
  ['a word in brackets first', '[Note:] so it is.', '[Note:] so it is.'],
  ['a bracket alone', '[', '['],
  ['a brace alone', '{', '{'],
  ['code', 'See:\n```ts\nf({ tool: 1 });\n```', 'See:\n```ts\nf({ tool: 1 });\n```'],
  ['code only', '```ts\nconst a = 1;\n```', '```ts\nconst a = 1;\n```'],
  ['JSON that is no call', '{"retries": 3}', '{"retries": 3}'],
  ['JSON with a name', '{"name": "invoice"}', '{"name": "invoice"}'],
  [
    'JSON with a name in the text',
    'The file is:\n{"name": "quarry", "version": 1}\nand so on.',
    'The file is:\n{"name": "quarry", "version": 1}\nand so on.',
  ],
  [
    'an unknown tool within the text',
    'It sends:\nfirst this\n{"name": "grep", "arguments": {"x": 1}}\nthen more.',
    'It sends:\nfirst this\n{"name": "grep", "arguments": {"x": 1}}\nthen more.',
  ],
  ['a call in a line', 'It writes {"tool": "search"} then.', 'It writes {"tool": "search"} then.'],
  [
    'a call in a marked answer',
    '[Answer:] write\n{"tool":"search","arguments":{"query":"a"}}',
    'write\n{"tool":"search","arguments":{"query":"a"}}',
  ],
  ['the marker in a line', 'It begins with [Calling tools:] then.', 'It begins with [Calling tools:] then.'],
  ['a tag of another kind', '<b>yes</b>', '<b>yes</b>'],
  ['a tag that begins like one', '<tool>yes', '<tool>yes'],
  ['a heading', '## Retries\n\nThree.', '## Retries\n\nThree.'],
  ['back-ticks first', '`retry` does it.', '`retry` does it.'],
  ['a list', '1. a\n2. b', '1. a\n2. b'],
  ['a list of texts', '["a", "b"]', '["a", "b"]'],
  ['a table', '| a | b |\n| - | - |\n| 1 | 2 |', '| a | b |\n| - | - |\n| 1 | 2 |'],
  ['a word of the marker', '[calling] the tools is not needed.', '[calling] the tools is not needed.'],
  ['another script', '三回です [1]。', '三回です [1]。'],
  ['emoji', '👩‍💻 yes', '👩‍💻 yes'],
];

/** Name of the case, the reply, and what the error must contain. */
export const malformed: readonly (readonly [string, string, string])[] = [
  ['nothing', '', 'empty'],
  ['white space', ' \n\t', 'empty'],
  ['empty answer', '[Answer:]', 'Answer'],
  ['empty fenced answer', '```\n[Answer:]\n```', 'Answer'],
  ['marker alone', '[Calling tools:]', 'no call'],
  ['marker and prose', '[Calling tools:]\nsearch for a', 'no call'],
  ['marker and a list', '[Calling tools:]\n["a"]', 'no call'],
  ['marker and an empty object', '[Calling tools:]\n{}', 'no call'],
  ['marker and another object', '[Calling tools:]\n{"query": "a"}', 'no call'],
  ['marker and an empty list', '[Calling tools:]\n{"tool_calls": []}', 'no call'],
  [
    'an expression that is too long',
    `{"tool":"calculate","arguments":{"expression":"1${'+1'.repeat(250)}"}}`,
    'longer than 500',
  ],
  ['marker and code', '[Calling tools:]\nsearch("a")', 'no call'],
  ['marker below prose, and nothing', 'I need more.\nSo I search.\n[Calling tools:]\n', 'no call'],
  ['cut off in the tool', '[Calling tools:]\n{"tool": "sea', 'no call'],
  ['cut off behind the tool', '[Calling tools:]\n{"tool": "search", "arguments": {"que', "'query'"],
  ['cut off in the query', '[Calling tools:]\n{"tool": "search", "arguments": {"query": "what is', "'query'"],
  ['an unknown tool', '[Calling tools:]\n{"tool": "grep", "arguments": {"query": "a"}}', "'grep'"],
  ['an unknown tool alone', '{"name": "read_file", "arguments": {"path": "a"}}', "'read_file'"],
  ['an unknown tool in tags', '<tool_call>{"name": "web", "arguments": {}}</tool_call>', "'web'"],
  ['an unknown tool in a fence', '```json\n{"tool": "bash", "parameters": {"c": "ls"}}\n```', "'bash'"],
  ['an empty name', '[Calling tools:]\n{"tool": "", "arguments": {}}', "''"],
  ['no arguments', '{"tool": "search"}', "'query'"],
  ['empty arguments', '{"tool": "search", "arguments": {}}', "'query'"],
  ['no arguments of a lookup', '{"name": "lookup"}', "'name'"],
  ['null', '{"tool": "search", "arguments": null}', "'query'"],
  ['null query', '{"tool": "search", "arguments": {"query": null}}', "'query'"],
  ['empty query', '{"tool": "search", "arguments": {"query": " "}}', "'query'"],
  ['query of quotes', '{"tool": "search", "arguments": {"query": "\\"\\""}}', "'query'"],
  ['another argument', '{"tool": "lookup", "arguments": {"symbol": "Foo"}}', "'name'"],
  ['two queries', '{"tool": "search", "arguments": {"query": ["a", "b"]}}', "'query'"],
  ['an object as query', '{"tool": "search", "arguments": {"query": {"a": 1}}}', "'query'"],
  ['arguments as a list', '{"tool": "search", "arguments": ["a"]}', "'query'"],
  ['no id', '{"tool": "fetch_section", "arguments": {"offset": 5}}', "'id'"],
  [
    'offset that is no number',
    '{"tool": "fetch_section", "arguments": {"id": "a", "offset": "start"}}',
    "'offset'",
  ],
  ['offset that is a list', '{"tool": "fetch_section", "arguments": {"id": "a", "offset": [1]}}', "'offset'"],
];
