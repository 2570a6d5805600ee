import { TABLE } from './table';
import { wordsOfCode } from './words-of-code';

it.each<[string, readonly string[]]>([
  ['What happens when the time is up?', ['timeout', 'abort', 'deadline']],
  ['Is it sent again?', ['retry', 'attempt']],
  ['What does Ctrl-C do?', ['signal', 'interrupt', 'sigint']],
  ['WHICH COLOUR SCHEME IS USED?', ['color', 'style', 'theme']],
  ['How is the header parsed?', []],
  ['Where is retriesLeft counted?', []],
])('for %j code may have %j', (question, words) => {
  expect(wordsOfCode(question)).toEqual(words);
});

it('has each word once, and reads no further than a question is long', () => {
  expect(wordsOfCode('Is it tried again, or is the next try given up?')).toEqual([
    ...['retry', 'attempt'],
    ...['timeout', 'abort', 'deadline'],
  ]);
  expect(wordsOfCode(`${' '.repeat(1_000)}time is up`)).toEqual([]);
});

it.each(TABLE)('the row of %s has words of code in small letters', (asked, written) => {
  expect(written).toMatch(/^[a-z]+(?: [a-z]+)*$/);
  expect(asked).not.toMatch(/\((?!\?:)|\s{2}/);
});
