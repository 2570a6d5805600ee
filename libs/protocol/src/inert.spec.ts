import fc from 'fast-check';
import { inert, openInert } from './inert';
import { active } from './testing/readers';
import { inPieces, near } from './testing/streams';

describe('an answer that is inert', () => {
  it.each([
    ['![a](https://e.example/x?q=s)', '![a] (`https://e.example/x?q=s`)'],
    ['[a](javascript:alert(1)) and [a][b]', '[a] (javascript:alert(1)) and [a][b]'],
    ['[b]: https://e.example', '[b] : `https://e.example`'],
    ['<img src=x onerror=alert(1)>', '< img src=x onerror=alert(1)>'],
    ['<https://e.example>', '< `https://e.example`>'],
    ['See https://e.example/a, or www.e.example.', 'See `https://e.example/a`, or `www.e.example`.'],
    ['See //e.example/a, or (//e.example).', 'See `//e.example/a`, or (`//e.example`).'],
    ['a ` b', 'a \\` b'],
  ])('%j reads %j', (text, read) => {
    expect(inert(text)).toBe(read);
    expect(active(read)).toEqual([]);
  });

  it.each([
    'As told [1], also [2, 5][3]: rows[0] is 3 < 4 and 5 > 4.',
    'Call `List<int>` or `a[0](x)` at `https://localhost:1/`.',
    'It is ``a ` b``.',
    'It is `string | null` or `x`.',
    '```ts\nconst a: List<int> = b[0](c); // <img> https://e.example\n```\nDone [1].',
    `~~~${'a'.repeat(196)}\n<img src=x>\n~~~`,
    '1. Do:\n\n   ```sh\n   curl https://e.example < file\n   ```\n',
    '> Call it:\n> ```sh\n> curl https://e.example < file | sh\n> ```\n> Done.\n\nSo [1].',
    '| a | b |\n|---|---|\n| 1 | `x` |',
    'A path src//a.ts, file:///etc/hosts, and / or // as a comment.',
    'Whom? The shop, further, wwhat, http and f.',
    'C:\\temp and \\` and \\\\',
  ])('%j stays as it is', (text) => {
    expect(inert(text)).toBe(text);
  });

  /** Texts that Markdown readers parse in unexpected ways. */
  it.each([
    '`\n` <img src=x> `',
    '| ` | <img src=x> | ` |\n|---|---|---|\n',
    '| ` | ` https://e.example | c |\n|---|---|---|',
    '`a | ` https://e.example\n--|--',
    '- ```\n<img src=x>\n  ```\n  <img src=x>\n```\n<img src=x>',
    '- a\n  ```\n<img src=x>\n\n  ```\n  <img src=x>',
    'text\n    ```\n    <img src=x>',
    '```a`b\n<img src=x>',
    '~~~\n```\n~~~\n<img src=x>',
    '~~~| www.e.example\n|---|---|\n',
    '~~~|\n~~~\n<img src=x>',
    `~~~${'a'.repeat(300)}\n~~~\n<img src=x>`,
    '> ```\n<img src=x>\n> ```',
    '> ```\n> a\n\n> <img src=x>\n> ```\n> <img src=x>',
    '> ```\n> > ```\n> <img src=x>',
    '> - ```\n> <img src=x>\n>   ```',
    '- a\n> ```\n> <img src=x>\n> ```',
    '>```\n> <img src=x>\n>```\n<img src=x>',
    '`a`https://e.example',
    '``a``https://e.example``b``',
    '\\`https://e.example`',
    '\\\\`<img src=x>',
    '<a href="`">`<img src=x>`',
    '![a][b]\n\n[b]: https://e.example',
    '[a\nb]: //e.example/x\n\n[a\nb]',
    '![a]\\(https://e.example) \\![a](https://e.example)',
    '[![a](https://e.example/a.png)](https://e.example)',
    '| a | //e.example |\n|---|---|\n| `//e.example | ` //e.example |',
    '*//e.example* _//e.example_ "//e.example" ：//e.example ///e.example',
    '<!-- --><script>alert(1)</script>',
    '<?php ?><![CDATA[<img src=x>]]>',
    `\`${'a'.repeat(1_100)}\` <img src=x> \``,
    `https://e.example/${'a'.repeat(3_000)}`,
    '*https://e.example* _https://e.example_ ~~https://e.example~~ (https://e.example)',
    '&lt;img src=x&gt; &#60;script&#62; [a]&#40;https://e.example)',
  ])('%j fetches, opens and runs nothing', (text) => {
    expect(active(inert(text))).toEqual([]);
  });

  const PIECES = [
    ...[
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      '   ',
      '    ',
      '- ',
      '> ',
      '> ```\n',
      '| ',
      '|---|---|\n',
      '\\',
      '!',
      '[a]',
      '[a](b)',
      '](',
      ']:',
    ],
    ...[
      '<img src=x>',
      '<b',
      'https://e.example/x',
      'www.e.example',
      '//e.example/x',
      'http',
      ':',
      '//',
      'text ',
      '*',
      '1. ',
      '[1]',
      '(',
      ')',
      '"',
    ],
  ];
  const texts = near(PIECES, PIECES);
  const SEED = 20_261_122;

  it('whatever it is made of, and however often', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = inert(text);
        expect(active(once)).toEqual([]);
        expect(active(inert(once))).toEqual([]);
      }),
      { numRuns: 3_000, seed: SEED },
    );
  });

  it('however it arrives', () => {
    fc.assert(
      fc.property(inPieces(texts), ({ text, deltas }) => {
        const gate = openInert();
        expect(deltas.map((delta) => gate.push(delta)).join('') + gate.end()).toBe(inert(text));
      }),
      { numRuns: 1_000, seed: SEED },
    );
  });
});
