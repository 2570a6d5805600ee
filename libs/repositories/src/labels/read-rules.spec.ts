import { readLabelRules } from './read-rules';

function problemsOf(text: string): readonly string[] {
  try {
    readLabelRules(text, 'shop-labels.yaml');
    return [];
  } catch (error) {
    return String((error as Error).message)
      .split('\n')
      .slice(1);
  }
}

describe('readLabelRules', () => {
  it('reads rules, a default and a ladder', () => {
    const text = `
sensitivities: [open, closed]
default: { sensitivity: open }
rules:
  - paths: [payroll/, '*.csv']
    groups: [finance]
    sensitivity: closed
  - paths: [docs/]
    groups: []
`;
    expect(readLabelRules(text)).toEqual({
      ladder: ['open', 'closed'],
      fallback: { paths: [], groups: null, sensitivity: 'open' },
      rules: [
        { paths: ['payroll/', '*.csv'], groups: ['finance'], sensitivity: 'closed' },
        { paths: ['docs/'], groups: [], sensitivity: null },
      ],
    });
  });

  it.each([
    ['rules: [', /^shop-labels\.yaml:1:\d+: /],
    ['', /^shop-labels\.yaml:1:1: it must be a map/],
    ['- a', /^shop-labels\.yaml:1:1: it must be a map/],
    ['rulez: []', /^shop-labels\.yaml:1:1: "rulez" is unknown; supported: sensitivities, default, rules/],
    ['rules:\n  - groups: [a]', /^shop-labels\.yaml:2:5: `paths` must list/],
    ['rules:\n  - paths: [a]', /^shop-labels\.yaml:2:5: say who may read/],
    ['rules:\n  - paths: [a]\n    groups: finance', /^shop-labels\.yaml:3:13: `groups` must be a list/],
    ['rules:\n  - paths: [a]\n    groups: [{}]', /^shop-labels\.yaml:3:14: an entry of `groups`/],
    ['rules:\n  - paths: ["!a"]\n    groups: [b]', /^shop-labels\.yaml:2:12: pattern "!a"/],
    [
      'rules:\n  - {paths: [a], sensitivity: secret}',
      /^shop-labels\.yaml:2:31: unknown sensitivity "secret"/,
    ],
    ['default:', /^shop-labels\.yaml:1:\d+: it must be a map/],
    ['sensitivities: [a, a]', /^shop-labels\.yaml:1:16: `sensitivities` must list/],
    ['rules: &x [*x]', /^shop-labels\.yaml:1:\d+: /],
    ['rules: []\nrules: []', /^shop-labels\.yaml:2:1: /],
  ])('says where %j is wrong', (text, problem) => {
    const [first = ''] = problemsOf(text).filter((line) => problem.test(line));
    expect(first).toMatch(problem);
  });

  it('reports every problem', () => {
    expect(problemsOf('a: 1\nb: 2\nrules:\n  - paths: []\n')).toHaveLength(4);
  });
});
