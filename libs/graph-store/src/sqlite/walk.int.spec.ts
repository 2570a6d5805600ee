import { DatabaseSync } from 'node:sqlite';
import { GRAPH_SCHEMA } from './schema';
import { edgesAmongStatement } from './walk';

/** SQLite's query plan, step by step. */
function planOf(statement: string, given: Readonly<Record<string, string>>): readonly string[] {
  const connection = new DatabaseSync(':memory:');
  try {
    GRAPH_SCHEMA.migrate(connection, 0);
    const steps = connection.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(given);
    return steps.map(({ detail }) => String(detail));
  } finally {
    connection.close();
  }
}

it.each([
  ['all kinds', [], { ids: '[1, 2]' }],
  ['some kinds', ['CALLS'] as const, { ids: '[1, 2]', kinds: '["CALLS"]' }],
] as const)(
  'the edges among nodes are read once for each node, not for each pair: %s',
  (_what, kinds, given) => {
    const plan = planOf(edgesAmongStatement(kinds), given);
    expect(plan.filter((step) => step.startsWith('SEARCH edge'))).toEqual([
      'SEARCH edge USING PRIMARY KEY (from_id=?)',
    ]);
  },
);
