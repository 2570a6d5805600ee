import { LIMITS_OF_THE_GRAPH, type PresentedRelation, type PresentedResult } from '@quarry/graph-queries';
import colors from 'picocolors';
import { graphLines } from './render-graph';

const PLAIN = colors.createColors(false);

const relation = (name: string, line: number, more: Partial<PresentedRelation> = {}): PresentedRelation => ({
  ...{
    name,
    line,
    relation: 'CALLS',
    target: 'a.close',
    direction: 'in',
    path: 'src/a.ts',
    text: 'it.close();',
  },
  ...{ furtherLines: [], depth: 1, through: null, probable: false, confidence: null, provenance: null },
  ...{ note: null, subject: null, definition: null },
  ...more,
});
const result = (more: Partial<PresentedResult>): PresentedResult => ({
  ...{ status: 'found', operation: 'callers', subjects: [], relations: [], total: 0, atLeast: false },
  ...{ possible: [], groups: [], near: [], summary: '2 callers of close', limits: LIMITS_OF_THE_GRAPH },
  ...more,
});

describe('a result of the code graph', () => {
  it('goes definition by definition, and counts what is not shown of all of them', () => {
    const group = (subject: string, total: number) => ({
      ...{ subject, total, path: 'src/a.ts', line: 3, summary: `${total} callers of ${subject}` },
    });
    const relations = [
      relation('app.run', 5, { subject: 'a.close' }),
      relation('app.stop', 9, { subject: 'b.close' }),
    ];
    const groups = [group('a.close', 1), group('b.close', 3)];
    expect(graphLines(result({ relations, groups, total: 4 }), PLAIN)).toEqual([
      '2 callers of close',
      '1 callers of a.close  src/a.ts:3',
      '  src/a.ts:5  app.run  it.close();',
      '3 callers of b.close  src/a.ts:3',
      '  src/a.ts:9  app.stop  it.close();',
      '… and 2 more: --limit 4 shows all',
    ]);
  });

  it('says how sure an inferred relation is, and what an index of a compiler states', () => {
    const relations = [
      relation('app.run', 5, { probable: true, confidence: 0.6 }),
      relation('app.stop', 9, { provenance: 'scip' }),
    ];
    expect(graphLines(result({ relations, total: 2 }), PLAIN).slice(1)).toEqual([
      'src/a.ts:5  app.run (probably, 0.6)  it.close();',
      'src/a.ts:9  app.stop                 it.close();  [scip]',
    ]);
  });

  it('lists the places that pass a function on apart from calls without a place', () => {
    const possible = [
      relation('app.use', 5, { relation: 'USES', text: 'router.use(close);' }),
      relation('app.stop', 9),
    ];
    expect(graphLines(result({ possible }), PLAIN).slice(1, 5)).toEqual([
      'Passed on as a value, and perhaps called through it:',
      'src/a.ts:5  app.use  router.use(close);',
      'Calls of this name without a place in the graph:',
      'src/a.ts:9  app.stop  it.close();',
    ]);
  });

  it('says what it cannot list, if that is particular to it', () => {
    const limits = 'The index does not have this base.';
    expect(graphLines(result({ limits }), PLAIN)).toEqual(['2 callers of close', limits]);
    const relations = [relation('app.run', 5)];
    const some = graphLines(result({ relations, total: 1 }), PLAIN);
    expect(some).toEqual(['2 callers of close', 'src/a.ts:5  app.run  it.close();']);
  });

  it('says what the graph cannot know, if it has nothing', () => {
    const summary = 'no callers of close';
    expect(graphLines(result({ summary }), PLAIN)).toEqual([summary, LIMITS_OF_THE_GRAPH]);
  });
});
