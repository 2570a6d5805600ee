import { formatProblem, ProblemList, quote } from './problem';

describe('formatProblem', () => {
  it.each([
    ['/work', '/work/loop/pipeline.yaml', 'loop/pipeline.yaml:3:5: x'],
    ['/work/loop', '/work/base/pipeline.yaml', '/work/base/pipeline.yaml:3:5: x'],
    ['/work', '/work', '/work:3:5: x'],
  ])('names a file relative to %s if it is below: %s', (cwd, file, line) => {
    expect(formatProblem({ severity: 'error', file, line: 3, column: 5, message: 'x' }, cwd)).toBe(line);
  });
});

describe('quote', () => {
  it('shows 60 characters, and of a longer text its start', () => {
    expect(quote('x'.repeat(60))).toBe(`'${'x'.repeat(60)}'`);
    expect(quote('x'.repeat(61))).toBe(`'${'x'.repeat(57)}…'`);
  });
});

describe('ProblemList', () => {
  it('keeps 100 problems of one file, and counts all', () => {
    const problems = new ProblemList();
    const report = problems.report();
    for (let line = 1; line <= 101; line += 1) report.error({ file: 'a', line, column: 1 }, 'wrong');
    report.error({ file: 'b', line: 1, column: 1 }, 'wrong');
    expect(problems.sorted()).toHaveLength(101);
    expect(problems.sorted().at(-1)?.file).toBe('b');
    expect(report.errors()).toBe(102);
  });

  it('sorts by file, line and column', () => {
    const problems = new ProblemList();
    const places = [
      ['b', 1, 1],
      ['a', 10, 1],
      ['a', 9, 4],
      ['a', 9, 3],
    ] as const;
    for (const [file, line, column] of places) problems.report().error({ file, line, column }, 'wrong');
    const messagesOf = problems.sorted().map(({ file, line, column }) => [file, line, column]);
    expect(messagesOf).toEqual([...places].reverse());
  });
});
