import type { SearchIndex } from '@quarry/search-index';
import { indexOf } from '../testing/index-of';
import { findNames } from './find-names';

const REF = { repository: 'shop', snapshot: 'current' };
/** Shorter than the head of the class, so that keywords rank them first. */
const lessons = Object.fromEntries(
  Array.from({ length: 80 }, (_, at) => [`parcel${at}`, `import { Parcel } from './Parcel'; // ${at}`]),
);
const many = Object.fromEntries(
  Array.from({ length: 80 }, (_, at) => [`user${at}`, `send(new Letter(${at}), http, 3);`]),
);

describe('findNames', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOf({
      vectors: false,
      texts: {
        ...many,
        ...lessons,
        zz: `export class Parcel extends Base {\n${'  readonly weight = 1; // grams, of the box with all that it holds\n'.repeat(12)}}`,
        letter: 'export class Letter {\n  stamp = 1;\n}',
        options: 'export const options = {\n  letterLimit: 40,\n};',
        notifier: 'class INotifier:\n    def SendAsync(self, text):\n        pass',
        press: 'from letterpress3.ink import Ink',
        weight: 'const defaults = {\n  letter: {\n    maxGrams: 20,\n    colour: "red",\n  },\n};',
        layout: 'class Layout {\n  isReady = false;\n}',
        target: 'class Target {\n  isReady = false;\n}',
        limit: 'if (letterLimit > 3) throw new Error();',
      },
    });
  });
  afterAll(() => index.close());
  const find = (question: string, filter?: { readonly pathPrefixes: readonly string[] }) =>
    findNames(index, REF, question, filter);
  const pathsOf = async (question: string) =>
    (await find(question)).places.map(({ name, chunk }) => `${name} ${chunk.path}`);

  it('finds the definition among many uses, and the line that sets a setting', async () => {
    expect(await pathsOf('What is a Letter?')).toEqual(['Letter src/letter.ts']);
    expect(await pathsOf('What is the default of letterLimit?')).toEqual(['letterLimit src/options.ts']);
  });

  it('finds the head of a class below more uses than are usually read', async () => {
    expect(await pathsOf('Where is the class Parcel defined and what does it do?')).toEqual([
      'Parcel src/zz.ts',
    ]);
  });

  it('prefers the definition in the family of another name of the question', async () => {
    for (const [whole, own] of [
      ['RetryingTarget', 'target'],
      ['SimpleLayout', 'layout'],
    ])
      expect(await pathsOf(`Why does ${whole} check \`isReady\`?`)).toEqual([`isReady src/${own}.ts`]);
  });

  it('finds the line that sets what a question names in words', async () => {
    expect(await pathsOf('What is the maximum number of letters?')).toEqual([
      'maximum letters src/options.ts',
    ]);
    expect(await pathsOf('What is the maximum number of grams?')).toEqual(['maximum grams src/weight.ts']);
    expect(await pathsOf('What is the default letter colour?')).toEqual(['letter colour src/weight.ts']);
  });

  it('knows a name in other spellings', async () => {
    const { names } = await find('Is LETTER_LIMIT read?');
    expect(names).toEqual([{ name: 'LETTER_LIMIT', kind: 'code', occurs: true, near: [] }]);
  });

  it('knows a qualified name by its parts, and the definition of its member', async () => {
    const question = 'What does INotifier.SendAsync do, and what INotifier::SendSync and notifier.yaml?';
    const { names, places } = await find(question);
    expect(Object.fromEntries(names.map(({ name, occurs }) => [name, occurs]))).toEqual({
      'INotifier.SendAsync': true,
      'INotifier.SendSync': false,
      'notifier.yaml': false,
    });
    expect(places.map(({ chunk }) => chunk.path)).toEqual(['src/notifier.ts']);
  });

  it('says which name occurs nowhere, although its words do, and which is spelled alike', async () => {
    const { names, places } = await find('Does sending use HTTP/3 or letterLimits2, and letterLimt?');
    expect(names.map(({ name, occurs }) => [name, occurs])).toEqual([
      ['HTTP/3', false],
      ['letterLimits2', false],
      ['letterLimt', false],
    ]);
    expect(names.at(-1)?.near).toContain('letterLimit');
    expect(places).toEqual([]);
  });

  it('knows a product by its name with a version', async () => {
    const { names } = await find('Can we send with Letterpress or with Stamper?');
    expect(names.map(({ name, occurs }) => [name, occurs])).toEqual([
      ['Letterpress', true],
      ['Stamper', false],
    ]);
  });

  it('looks within the filter only, and for names only', async () => {
    const { names } = await find('Is letterLimit read?', { pathPrefixes: ['docs/'] });
    expect(names).toMatchObject([{ occurs: false }]);
    expect(await find('how are letters sent late at night')).toEqual({ names: [], places: [] });
  });
});
