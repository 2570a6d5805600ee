import { someEvidence } from '@quarry/engine/testing';
import type { Answer } from '@quarry/turn';
import { sourceOf } from './passages';
import { cut, marked } from './rewrite';
import { statementsOf } from './statements';
import { verdictOf } from './verdict';

const evidence = [
  someEvidence(1, { path: 'a.md', text: 'The export runs every night at two.' }),
  someEvidence(2, { path: 'b.md', text: 'Logs are kept for 90 days.' }),
];
const citation = (n: number) => ({ n, path: `${n}.md`, startLine: 1, endLine: 1, pass: 1 });

function answer(english: string): Answer {
  const citations = [citation(1), citation(2)];
  return { english, text: english, citations, removedCitations: [], writtenBy: 'm' };
}
const verdicts = (text: string) =>
  statementsOf(text).map((statement) =>
    verdictOf(
      statement,
      evidence.map((item) => sourceOf(item)),
    ),
  );

const cutText = (text: string): string => cut(answer(text), verdicts(text)).english;
const markedText = (text: string): string => marked(answer(text), verdicts(text)).english;

describe('sentences that the evidence does not support', () => {
  it.each([
    [
      'The export runs every night at two [1]. Logs are kept for 80 days [2].',
      'The export runs every night at two [1].',
      'The export runs every night at two [1]. Logs are kept for 80 days [2] [contradicted].',
    ],
    [
      'Logs are kept for 80 days. The export runs every night at two.',
      'The export runs every night at two.',
      'Logs are kept for 80 days [contradicted]. The export runs every night at two.',
    ],
    [
      'The export runs every night at two [1]. Logs are kept for 80 days. Logs are kept for 90 days. Logs are kept for 70 days.',
      'The export runs every night at two [1]. Logs are kept for 90 days.',
      'The export runs every night at two [1]. Logs are kept for 80 days [contradicted]. Logs are kept for 90 days. Logs are kept for 70 days [contradicted].',
    ],
    [
      'Logs are kept for 90 days [2].\n\nLogs are kept for 80 days. The export runs every night at two.',
      'Logs are kept for 90 days [2].\n\nThe export runs every night at two.',
      'Logs are kept for 90 days [2].\n\nLogs are kept for 80 days [contradicted]. The export runs every night at two.',
    ],
    [
      '- The export runs every night at two.\n- `Vault.Seal` encrypts it  \n- Logs are kept for 90 days.',
      '- The export runs every night at two.\n- Logs are kept for 90 days.',
      '- The export runs every night at two.\n- `Vault.Seal` encrypts it [unsupported]  \n- Logs are kept for 90 days.',
    ],
    [
      '- The export runs every night at two.\n- `Vault.Seal` encrypts it\n- Logs are kept for 90 days.',
      '- The export runs every night at two.\n- Logs are kept for 90 days.',
      '- The export runs every night at two.\n- `Vault.Seal` encrypts it [unsupported]\n- Logs are kept for 90 days.',
    ],
    [
      'Logs are kept for 90 days [2].\n\n| what | how long |\n|---|---|\n| `Vault.Seal` | 3 h |\n',
      'Logs are kept for 90 days [2].\n\n| what | how long |\n|---|---|',
      'Logs are kept for 90 days [2].\n\n| what | how long |\n|---|---|\n| `Vault.Seal` | 3 h [unsupported] |\n',
    ],
    [
      'Logs are kept for 90 days [2].\n\n| what | how long |\n|---|---|\n| `Vault.Seal` | 3 h',
      'Logs are kept for 90 days [2].\n\n| what | how long |\n|---|---|',
      'Logs are kept for 90 days [2].\n\n| what | how long |\n|---|---|\n| `Vault.Seal` | 3 h [unsupported]',
    ],
    [
      'Logs are kept for 90 days [2].\n\nAs the text says [1]:\n\n> The export runs every day.\n\nThe export runs every night at two [1].',
      'Logs are kept for 90 days [2].\n\nThe export runs every night at two [1].',
      'Logs are kept for 90 days [2].\n\nAs the text says [1] [unsupported]:\n\n> The export runs every day.\n\nThe export runs every night at two [1].',
    ],
    [
      'The export runs every night at two [1].\n\n```sh\nvault seal\n```\n\nLogs are kept for 90 days [2].',
      'The export runs every night at two [1].\n\nLogs are kept for 90 days [2].',
      'The export runs every night at two [1].\n\n```sh\nvault seal\n```\n\n[unsupported]\n\nLogs are kept for 90 days [2].',
    ],
    [
      'Logs are kept for 90 days [2].\n\n`a.md`, line 1 [1]\n\n```sh\nvault seal\n```',
      'Logs are kept for 90 days [2].',
      'Logs are kept for 90 days [2].\n\n`a.md`, line 1 [1] [unsupported]\n\n```sh\nvault seal\n```',
    ],
  ])('%j', (text, without, withMarks) => {
    expect(cutText(text)).toBe(without);
    expect(markedText(text)).toBe(withMarks);
  });

  it('are removed with the citations that only they contain', () => {
    const text = 'The export runs every night at two [1]. Logs are kept for 80 days [2].';
    expect(cut(answer(text), verdicts(text)).citations).toEqual([citation(1)]);
  });

  it('leave an explanation if no sentence remains', () => {
    const text = 'Logs are kept for 80 days [2]. `Vault.Seal` encrypts it.';
    expect(cut(answer(text), verdicts(text))).toMatchObject({
      english: 'No sentence of the answer is supported by the evidence, so none is shown.',
      citations: [],
      insufficient: 'no sentence of the answer is supported by the evidence',
    });
  });

  it('leave an answer unchanged if it has none', () => {
    const text = 'The export runs every night at two [1].\n\n\n\nLogs are kept for 90 days [2].  \n';
    expect(cutText(text)).toBe(text);
    expect(markedText(text)).toBe(text);
  });
});
