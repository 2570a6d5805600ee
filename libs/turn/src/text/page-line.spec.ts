import fc from 'fast-check';
import { pageLine } from './page-line';

describe('pageLine', () => {
  it.each([
    [
      'a [bcrypt](https://en.wikipedia.org/wiki/Bcrypt) hash',
      'a bcrypt (`https://en.wikipedia.org/wiki/Bcrypt`) hash',
    ],
    ['see [the guide](../guide.md#limits "Guide") first', 'see the guide first'],
    ['see [the guide][guide] first', 'see the guide first'],
    ['[https://a.example](https://a.example)', '`https://a.example`'],
    ['[`run()`](https://a.example/run) starts it', '`run()` (`https://a.example/run`) starts it'],
    ['in code: `[x](https://a.example)`', 'in code: `[x](https://a.example)`'],
    [
      '![a chart](chart.png) of [![Build](b.svg)](https://ci.example)',
      'a chart of Build (`https://ci.example`)',
    ],
    ['[![CI](https://ci.example/a.svg)](https://ci.example) [![npm](n.svg)](https://npm.example)', ''],
    ['.B \\-s', '-s'],
    ['&#9203; `idleTimeout`&nbsp;&mdash; with &#45;&#45;help', '⏳ `idleTimeout` — with --help'],
    ['&lt;b&gt; &#60;b&#62; &#42;x&#42; &#0; &#999999;', '&lt;b&gt; &#60;b&#62; &#42;x&#42; &#0; &#999999;'],
    ['`&#9203;`', '`&#9203;`'],
    ['<https://a.example/b>', '`https://a.example/b`'],
    ['timeout: <duration>, at most \\<n\\> times', 'timeout: `<duration>`, at most `<n>` times'],
    ['a List<string> of names', 'a `List<string>` of names'],
    [
      '| <a id="opt-period" href="#opt-period">`period`</a> | The period.<br />Default: 1s |',
      '| `period` | The period. Default: 1s |',
    ],
    ['press <kbd>Ctrl</kbd> <!-- not now -->', 'press Ctrl '],
    ['## Limits {#limits}', '## Limits'],
    ['if a < b and c > d', 'if a < b and c > d'],
    ['array[0](1) and [1], [2]', 'array0 and [1], [2]'],
    ['- [ ] open, - [x] done', '- [ ] open, - [x] done'],
  ])('shows %j as %j', (line, shown) => {
    expect(pageLine(line)).toBe(shown);
  });

  it('changes nothing where a line has no markup, by any character', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!/[[\]<>{}`\\]/.test(text)) expect(pageLine(text)).toBe(text);
      }),
    );
  });
});
