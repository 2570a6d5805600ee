import { someEvidence } from '@quarry/engine/testing';
import { sourceOf } from './passages';
import { statementsOf } from './statements';
import { verdictOf } from './verdict';

const PROSE =
  'Marta Lindqvist founded Halden Works in 1998 with 30 employees and 4 machines. All orders must be signed by two managers before shipping. ' +
  'The pump may overheat if the filter is clogged. Sales of boats rose to 5.2 million in 2021, while sales of nets fell to 3.1 million.';
const CODE =
  'const LIMIT = 20;\nconst RETRIES = 3;\nexport class FileQueue extends BaseQueue {\n  size = 64;\n}';

function verdict(sentence: string, text: string, more: object = {}) {
  const [statement] = statementsOf(sentence);
  if (!statement) throw new Error('no statement');
  const { status, why } = verdictOf(statement, [sourceOf(someEvidence(1, { path: 'a.md', text, ...more }))]);
  return `${status}: ${why}`;
}

describe('what speaks against a passage that has the words of a sentence', () => {
  it.each([
    ['Marta Lindqvist founded Halden Works in 1998 [1].', 'supported: [1] says it'],
    ['In 1998, Marta Lindqvist founded Halden Works [1].', 'supported: [1] says it'],
    ['Sales of nets fell to 3.1 million [1].', 'supported: [1] says it'],
    // roles
    [
      'Halden Works founded Marta Lindqvist in 1998 [1].',
      "inferred: [1] is close to it, but has 'works' in another place",
    ],
    [
      'It was founded with 4 employees and 30 machines [1].',
      expect.stringMatching(/^(?:inferred|contradicted)/) as string,
    ],
    [
      'Sales of nets fell to 5.2 million in 2021 [1].',
      expect.stringMatching(/^(?:inferred|contradicted)/) as string,
    ],
    // quantity, modality, negation, opposites
    [
      'Some orders must be signed by two managers before shipping [1].',
      "inferred: [1] is close to it, but has 'all' instead of 'some'",
    ],
    [
      'All orders may be signed by two managers before shipping [1].',
      "inferred: [1] is close to it, but has 'may' elsewhere",
    ],
    [
      'All orders must be signed by two managers after shipping [1].',
      expect.stringMatching(/^contradicted/) as string,
    ],
    ['The pump will overheat if the filter is clogged [1].', "inferred: [1] is close to it, but says 'may'"],
    [
      'The pump may overheat if the filter is not clogged [1].',
      expect.stringMatching(/^contradicted/) as string,
    ],
    // another word in its place
    [
      'The pump may overheat if the valve is clogged [1].',
      "inferred: [1] is close to it, but has 'filter' instead of 'valve'",
    ],
  ])('%s', (sentence, expected) => {
    expect(verdict(sentence, PROSE)).toEqual(expected);
  });

  it.each([
    ['`LIMIT` is 20 [1].', 'supported'],
    ['The default of `size` is 64 [1].', 'supported'],
    ['`FileQueue` inherits from `BaseQueue` [1].', 'supported'],
    ['`BaseQueue` inherits from `FileQueue` [1].', 'inferred'],
    ['`RETRIES` is 20 [1].', 'inferred'],
    ['`FileQueue` deletes `BaseQueue` [1].', 'inferred'],
  ])('of code: %s', (sentence, status) => {
    expect(verdict(sentence, CODE, { path: 'a.ts', language: 'typescript' })).toMatch(
      new RegExp(`^${status}`),
    );
  });

  it('a name of the title belongs to every passage, but not in place of another name', () => {
    const text = 'It was opened in 1904. Oslo Tower was opened in 1911.';
    expect(verdict('Bergen Hall was opened in 1904 [1].', text, { title: 'Bergen Hall' })).toMatch(
      /^supported/,
    );
    expect(verdict('Bergen Hall was opened in 1911 [1].', text, { title: 'Bergen Hall' })).not.toMatch(
      /^supported/,
    );
  });

  it('a report speaks of its company as we, our and the Company', () => {
    const text =
      'Dividend Policy\nWe have never declared or paid any cash dividends on our capital stock, and we do not currently anticipate paying any. ' +
      'The Company leases 40 offices. Lumo Ltd. leases 50 halls.';
    const more = { path: 'fjord_10K.pdf', title: 'Fjord Inc.' };
    for (const sentence of [
      'Fjord has never declared or paid any cash dividends on its capital stock [1].',
      'It does not currently anticipate paying any [1].',
      'Fjord leases 40 offices [1].',
    ])
      expect(verdict(sentence, text, more)).toBe('supported: [1] says it');
    expect(verdict('Fjord leases 50 halls [1].', text, more)).not.toMatch(/^supported/);
    expect(
      verdict('Fjord has declared and paid cash dividends on its capital stock [1].', text, more),
    ).not.toMatch(/^supported/);
  });
});
