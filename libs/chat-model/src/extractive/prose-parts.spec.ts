import { readLines } from './lines';
import { wholeParts, withoutNeighbours } from './prose-parts';
import { evidence } from './testing/evidence';

const PAGE = [
  'Push batch jobs only.',
  '',
  'There are several pitfalls:',
  '',
  '- It becomes a single point of failure.',
  '- You lose the health check,',
  '  which `up` gives.',
  '',
  'Use it with care:',
  '',
  '```py',
  'import bcrypt',
  'password = ask()',
  'print(bcrypt.hash(password))',
  '```',
  '',
  'Note:',
  'Nothing else.',
];

/** The quoted lines around one line of the page, by its text. */
const around = (text: string): readonly string[] => {
  const lines = readLines(evidence(1, 'pushing.md', PAGE.join('\n')));
  const at = PAGE.indexOf(text);
  const { first, last } = wholeParts(lines, { first: at, last: at });
  return PAGE.slice(first, last + 1);
};

describe('wholeParts', () => {
  it('has the list that a line announces', () => {
    expect(around('There are several pitfalls:')).toEqual(PAGE.slice(2, 7));
  });

  it('has the whole block of code that a line announces, or is in', () => {
    expect(around('Use it with care:')).toEqual(PAGE.slice(8, 14));
    expect(around('password = ask()')).toEqual(PAGE.slice(11, 14));
  });

  it('has nothing that is not announced', () => {
    expect(around('Push batch jobs only.')).toEqual(['Push batch jobs only.']);
    expect(around('Note:')).toEqual(['Note:']);
  });
});

describe('withoutNeighbours', () => {
  const kept = (...texts: string[]): readonly string[] =>
    withoutNeighbours(readLines(evidence(1, 'a.md', texts.join('\n')))).map(({ text }) => text);

  it('leaves out the rest of a block of code, and headings at the end', () => {
    const text = ['It waits for 200 ms.', '', '```js', 'wait(200);', '```'];
    expect(kept('  </div>', '```', ...text, '', '## Errors', '')).toEqual(text);
    expect(kept('', '# Waiting', ...text)).toEqual(['# Waiting', ...text]);
  });

  it('keeps a longer rest of a block, and a passage of headings alone', () => {
    const block = ['a();', 'b();', 'c();', 'd();', 'e();', '```', 'These wait.'];
    expect(kept(...block)).toEqual(block);
    expect(kept('# One', '## Two')).toEqual(['# One', '## Two']);
  });
});
