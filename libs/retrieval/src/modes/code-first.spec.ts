import fc from 'fast-check';
import { asksAboutCode, codeFirst } from './code-first';

const hit = (path: string, language = 'rust') => ({ chunk: { path, language } });
const page = (n: number) => hit(`docs/${n}.md`, 'markdown');
const code = (n: number) => hit(`src/${n}.rs`);
const paths = (hits: readonly ReturnType<typeof hit>[]) => hits.map(({ chunk }) => chunk.path);

describe('codeFirst', () => {
  it('gives a quarter of the places at most to pages, data, tests and examples', () => {
    const others = [page(1), hit('tests/a.rs'), hit('package-lock.json', 'json'), hit('examples/a.rs')];
    const found = [...others, code(1), code(2), code(3), code(4)];
    expect(paths(codeFirst(found, 4)).slice(0, 4)).toEqual(['docs/1.md', 'src/1.rs', 'src/2.rs', 'src/3.rs']);
  });

  it('keeps all candidates, those in the first places and the others each in their order', () => {
    const one = fc.constantFrom(page(1), page(2), code(1), code(2), hit('tests/a.rs'));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (found, most) => {
        const ordered = codeFirst(found, most);
        expect(paths(ordered).toSorted()).toEqual(paths(found).toSorted());
        const isCode = ({ chunk }: ReturnType<typeof hit>): boolean => chunk.path.startsWith('src/');
        const first = ordered.slice(0, most);
        const wanted = Math.min(most - Math.floor(most / 4), found.filter(isCode).length);
        expect(first.filter(isCode).length).toBeGreaterThanOrEqual(wanted);
      }),
    );
  });

  it('leaves a list of pages as it is', () => {
    const found = [page(1), page(2), page(3), page(4), page(5)];
    expect(codeFirst(found, 4)).toEqual(found);
  });
});

describe('asksAboutCode', () => {
  it.each([
    ['What happens when a token expires?', true],
    ['Where is the size of a response limited?', true],
    ['How do I limit the size of a response?', false],
    ['Which tests cover tokens?', false],
    ['How does the pool decide whether to test a connection?', true],
    ['What happens to one value, for example a name?', true],
    ['Which example has a token?', false],
    ['What does the README say about tokens?', false],
  ])('%s: %s', (question, expected) => {
    expect(asksAboutCode(question)).toBe(expected);
  });
});
