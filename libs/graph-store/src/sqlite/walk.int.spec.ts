import { DatabaseSync } from 'node:sqlite';
import { edgesAtStatement } from './edges-at';
import { NODE_SYMBOLS_STATEMENT, READ_NODES_STATEMENT } from './nodes';
import { GRAPH_SCHEMA } from './schema';
import { edgesAmongStatement, neighboursStatement } from './walk';

/** Reads of tables in the plan of SQLite, those of JSON parameters left out. */
function readsOf(statement: string, given: Readonly<Record<string, string | number>>): readonly string[] {
  const connection = new DatabaseSync(':memory:');
  try {
    GRAPH_SCHEMA.migrate(connection, 0);
    const steps = connection.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(given);
    return steps
      .map(({ detail }) => String(detail))
      .filter((step) => /^(?:SEARCH|SCAN) (?!here|json_each|near)/.test(step));
  } finally {
    connection.close();
  }
}

const KINDS = [
  ['all kinds', [], {}],
  ['some kinds', ['CALLS'] as const, { kinds: '["CALLS"]' }],
] as const;

it.each(KINDS)(
  'the edges among nodes are read once for each node, not for each pair: %s',
  (_what, kinds, more) => {
    const plan = readsOf(edgesAmongStatement(kinds), { ids: '[1, 2]', ...more });
    expect(plan.filter((step) => step.includes(' edge '))).toEqual([
      'SEARCH edge USING PRIMARY KEY (from_id=?)',
    ]);
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  },
);

it.each(KINDS)('the neighbours of nodes are found by the two keys of edges: %s', (_what, kinds, more) => {
  const given = { frontier: '[1]', seen: '[1]', limit: 9, ...more };
  expect(readsOf(neighboursStatement(kinds), given)).toEqual([
    'SEARCH edge USING PRIMARY KEY (from_id=?)',
    expect.stringMatching(/^SEARCH edge USING COVERING INDEX edge_backwards \(to_id=\?( AND kind=\?)?\)$/),
    'SEARCH symbol USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH node EXISTS USING COVERING INDEX sqlite_autoindex_node_1 (symbol_id=?)',
  ]);
});

it.each(KINDS)('the edges at nodes are one range of an index for each node: %s', (_what, edgeKinds, more) => {
  const given = { keys: '["a"]', limit: 9, ...more };
  for (const direction of ['in', 'out'] as const) {
    const plan = readsOf(edgesAtStatement({ direction, edgeKinds }), given);
    expect(plan.filter((step) => step.includes(' edge '))).toEqual([
      expect.stringMatching(
        direction === 'in'
          ? /^SEARCH edge USING COVERING INDEX edge_backwards \(to_id=\?( AND kind=\?)?\)$/
          : /^SEARCH edge USING PRIMARY KEY \(from_id=\?\)$/,
      ),
    ]);
    expect(
      plan.filter((step) => step.startsWith('SCAN') && !/^SCAN (?:wanted|\(subquery)/.test(step)),
    ).toEqual([]);
  }
});

it('nodes are found by the index of their keys, all in one statement', () => {
  const plan = [
    ...readsOf(NODE_SYMBOLS_STATEMENT, { keys: '["a"]' }),
    ...readsOf(READ_NODES_STATEMENT, { symbols: '[1]' }),
  ];
  expect(plan).not.toEqual([]);
  expect(plan.filter((step) => !step.startsWith('SEARCH'))).toEqual([]);
});
