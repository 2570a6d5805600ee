import colors from 'picocolors';
import { openTurn, type Answer } from '@quarry/turn';
import { renderTurn } from './render';

const opened = openTurn({
  id: 't1',
  tenant: 'local',
  session: 's1',
  pipeline: 'corag@1',
  question: 'q',
  isEnglish: true,
  askedAt: 0,
  deadline: 1_000,
});
const answer: Answer = {
  english: 'Yes [1].',
  text: 'Yes [1].',
  citations: [],
  removedCitations: [],
  writtenBy: 'm',
};
const shown = (groups: Partial<Answer>) =>
  renderTurn({ ...opened, answer: { ...answer, ...groups } }, colors.createColors(false), null);

describe('remarks on the evidence', () => {
  it('name contradictions and what the evidence lacks', () => {
    const text = shown({ contradictions: ['[1] says 30, [2] says 15'], insufficient: 'since when' });
    expect(text).toContain('Contradictions\n  ≠ [1] says 30, [2] says 15\n');
    expect(text).toContain('Not in the evidence since when\n');
  });

  it('name what the turn did without, each store and reason once', () => {
    const reason = 'Neo4j at 10.0.0.7:7687 cannot be reached (connection refused).';
    const item = {
      pass: 1,
      step: 'expand',
      store: 'graph',
      lacks: 'without the code graph',
      reason,
    } as const;
    const degraded = [item, { ...item, pass: 2, step: 'lookup' }];
    const text = renderTurn({ ...opened, answer, degraded }, colors.createColors(false), null);
    const line =
      'degraded without the code graph: Neo4j at 10.0.0.7:7687 cannot be reached (connection refused)\n';
    expect(text.split(line)).toHaveLength(2);
  });

  it('are absent if there is nothing to report', () => {
    expect(shown({})).not.toMatch(/Contradictions|Not in the evidence/);
  });

  it('follow the sources, with title and URL next to the place (004, "Citation Strategy")', () => {
    const citation = { n: 1, path: 'a.md', startLine: 1, endLine: 2, pass: 1 };
    const text = shown({
      citations: [{ ...citation, title: 'On call', url: 'https://docs.example/on-call' }],
    });
    expect(text).toContain('a.md:1 (to 2)  On call, pass 1, https://docs.example/on-call');
  });
});
