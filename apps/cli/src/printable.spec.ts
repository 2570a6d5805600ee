import fc from 'fast-check';
import { printable, printableJson, printableName } from './printable';

const ACTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const IN_NAME = /[\u0000-\u001f\u061c\u200e\u200f]/;
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '\u001b[2J',
        '\u009b31m',
        '\u001b]0;t\u0007',
        '\u202e',
        '\u200f',
        '\u{e0041}',
        '\r',
        '\r\n',
        'a',
        '\n',
        '\t',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('printable', () => {
  it('spells out what a terminal would interpret, and leaves the rest alone', () => {
    expect(printable('\u001b[31mred\u001b[0m\u009b2J\u0007 a\tb\r\nc\rd \u202ecba ü 質 👩‍💻')).toBe(
      '\\x1b[31mred\\x1b[0m\\x9b2J\\x07 a\tb\nc\\x0dd \\u202ecba ü 質 👩‍💻',
    );
  });

  it('spells out in a name what a text may contain: line breaks, tabs and direction marks', () => {
    const name = 'a\nb\t\u200fc\u{e0041}.md';
    expect(printable({ path: name, text: name, items: [{ title: [name] }] })).toEqual({
      path: 'a\\x0ab\\x09\\u200fc\\u{e0041}.md',
      text: 'a\nb\t\u200fc\\u{e0041}.md',
      items: [{ title: ['a\\x0ab\\x09\\u200fc\\u{e0041}.md'] }],
    });
    expect(printableName('a\r\nb')).toBe('a\\x0d\\x0ab');
  });

  it('leaves nothing active in any string, at any depth', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ path: text, nested: fc.array(text) })), (value) => {
        const shown = printable(value);
        for (const { path, nested } of shown) {
          for (const item of [path, ...nested]) expect(item).not.toMatch(ACTIVE);
          expect(path).not.toMatch(IN_NAME);
        }
      }),
    );
  });

  it('leaves values without active characters unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(
          !/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(
            JSON.stringify(value),
          ) && !JSON.stringify(value).includes('\\'),
        );
        expect(JSON.stringify(printable(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('returns JSON of the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), fc.constantFrom(undefined, 2), (value, indent) => {
        const json = printableJson(value, indent);
        expect(json).not.toMatch(ACTIVE);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
