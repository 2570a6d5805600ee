import type { AnswerRow } from './answers';
import { renderAnswerTable, summarizeAnswers } from './answers-table';

function row(more: Partial<AnswerRow> & { readonly correct?: boolean } = {}): AnswerRow {
  const { correct = true, ...own } = more;
  return {
    id: 'q',
    unanswerable: false,
    outcome: 'answered',
    answer: 'an answer',
    gold: ['gold'],
    completed: true,
    abstained: false,
    score: { exact: false, numeric: correct, f1: correct ? 0.5 : 0, correct, held: correct },
    judged: null,
    passes: 1,
    turns: 3,
    tokens: 1_000,
    ms: 500,
    findings: 2,
    marked: 0,
    failedSearches: 0,
    traced: 1,
    goldPlaces: 0.5,
    ...own,
  };
}

const NONE = {
  completed: false,
  abstained: true,
  outcome: 'insufficient',
  answer: '',
  traced: null,
} as const;
const ROWS = [
  row(),
  row({ correct: false, tokens: 3_000, marked: 1, goldPlaces: 0 }),
  row({ correct: false, ...NONE, goldPlaces: 0, failedSearches: 2 }),
  row({ correct: false, unanswerable: true, ...NONE, goldPlaces: null }),
];

describe('summarizeAnswers', () => {
  const summary = summarizeAnswers('extraction', 'offline', ROWS);

  it('counts what is right over the questions that have an answer, abstention over the others', () => {
    expect(summary).toMatchObject({
      questions: 4,
      failed: 0,
      completed: 0.5,
      correct: 1 / 3,
      numeric: 1 / 3,
      f1: 0.5 / 3,
      givenUp: 1 / 3,
      abstained: 1,
      judged: null,
      goldPlaces: 0.5 / 3,
    });
    const [low, high] = summary.correctInterval;
    expect(low).toBeLessThan(1 / 3);
    expect(high).toBeGreaterThan(1 / 3);
  });

  it('takes means of the cost over all questions, and of what is traced over answers with numbers', () => {
    expect(summary).toMatchObject({ tokens: 1_500, turns: 3, seconds: 0.5, findings: 2, marked: 0.25 });
    expect(summary).toMatchObject({ failedSearches: 0.5, traced: 1 });
  });

  it('is a row of a table, with a dash where nothing was measured', () => {
    const [head = '', rule, line = ''] = renderAnswerTable([summary]).split('\n');
    expect(head.split('|').length).toBe(line.split('|').length);
    expect(rule).toMatch(/^\|(?: -+ \|)+$/);
    expect(line).toMatch(/^\| extraction \| \.500 +\| \.333 \[/);
    expect(line).toContain('| –');
  });

  it('of no questions is zeros', () => {
    expect(summarizeAnswers('p', 'offline', [])).toMatchObject({ questions: 0, correct: 0, abstained: null });
  });
});
