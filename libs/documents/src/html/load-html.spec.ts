import fc from 'fast-check';
import type { LoadedDocument } from '../document';
import { loadHtml } from './load-html';

async function documentOf(html: string | Uint8Array): Promise<LoadedDocument> {
  const loaded = await loadHtml(typeof html === 'string' ? new TextEncoder().encode(html) : html);
  if (loaded.kind === 'refused') throw new Error(loaded.reason);
  return loaded.document;
}

const textsOf = async (html: string | Uint8Array): Promise<string[]> =>
  (await documentOf(html)).lines.map(({ text }) => text);

async function refusalOf(html: string): Promise<string> {
  const loaded = await loadHtml(new TextEncoder().encode(html));
  return loaded.kind === 'refused' ? loaded.refusal : loaded.kind;
}

const PAGE = `<!doctype html>
<html><head><title>Annual
 report &amp; more</title><style>p { color: red }</style></head>
<body>
<nav><a href="/">Home</a></nav>
<h1>Sales <small>2022</small><a href="#s">¶</a></h1>
<p>Net sales <b>rose</b> by
  5&nbsp;%.<br>They fell
  later.</p>
<table>
  <caption>Sales, in millions</caption>
  <tr><th></th><th colspan="2">Year</th><td></td></tr>
  <tr><th>Segment</th><td>2022</td><td>2021</td><td></td></tr>
  <tr><td rowspan="2">Consumer<br>goods</td><td>5,298</td><td>5,856</td></tr>
  <tr><td>7</td><td>8</td></tr>
</table>
<ul><li>one</li><li>two<ol start="3"><li>deep</li></ol></li></ul>
<pre>
a = 1

  b &lt; 2
</pre>
<div hidden>secret</div><div style="display: none">x</div><script>var a = "<p>no</p>";</script><template><p>t</p></template>
<article><h2>Part</h2>text<footer>by A. Writer</footer></article>
<footer>© 2022 Somebody</footer>
</body></html>`;

describe('loadHtml', () => {
  it('keeps the indentation of code, whatever a highlighter makes of its lines', async () => {
    const code = [
      'def retry(call):',
      '    for attempt in range(3):',
      '        return call()',
      '\traise GaveUp',
    ];
    const spans = code.map((line) => line.replace(/\w+/g, '<span class="n">$&</span>'));
    const forms = {
      pygments: `<div class="highlight"><pre><span></span>${spans.join('\n')}\n</pre></div>`,
      breaks: `<pre><code>${spans.map((line) => `<span class="token-line">${line}<br></span>`).join('')}</code></pre>`,
      lines: `<pre><code>${spans.map((line) => `<span class="line">${line}</span>`).join('\n')}</code></pre>`,
      blocks: `<pre>${spans.map((line) => `<div class="line">${line}</div>`).join('')}</pre>`,
      numbered:
        '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2\n3\n4</pre></div></td>' +
        `<td class="code"><div><pre><span></span>${spans.join('\n')}</pre></div></td></tr></table>`,
      hugo: `<table><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td><pre><code>${spans.join('\n')}</code></pre></td></tr></table>`,
    };
    for (const [name, form] of Object.entries(forms))
      expect([name, await textsOf(`<html><body><p>So:</p>${form}<p>End.</p></body></html>`)]).toEqual([
        name,
        ['So:', ...code, 'End.'],
      ]);
  });

  it('extracts the visible text of a page, with the lines of the file', async () => {
    const { title, lines, format, pages, outline, remarks } = await documentOf(PAGE);
    expect({ title, format, pages, outline, remarks }).toEqual({
      title: 'Annual report & more',
      format: 'html',
      pages: null,
      outline: [],
      remarks: [],
    });
    expect(lines.map(({ text, kind, level, layout }) => [text, level ?? kind, layout.source])).toEqual([
      ['Sales 2022', 1, 6],
      ['Net sales rose by 5 %.', 'text', 7],
      ['They fell later.', 'text', 8],
      ['Sales, in millions', 'text', 11],
      [' | Year | Year', 'row', 12],
      ['Segment | 2022 | 2021', 'row', 13],
      ['Consumer goods | 5,298 | 5,856', 'row', 14],
      [' | 7 | 8', 'row', 15],
      ['- one', 'text', 17],
      ['- two', 'text', 17],
      ['  3. deep', 'text', 17],
      ['a = 1', 'text', 19],
      ['  b < 2', 'text', 21],
      ['Part', 2, 24],
      ['text', 'text', 24],
      ['by A. Writer', 'text', 24],
    ]);
  });

  it('reads descriptions of pictures that are sentences, and no names of icons or links', async () => {
    expect(
      await textsOf(
        '<p>Before</p><figure><img alt="The pump feeds both tanks from the left" src="a.png"><figcaption>Figure 3</figcaption></figure>' +
          '<img alt="Warning sign" src="b.png"><a href="/"><img alt="Back to the first page" src="c.png"></a><img alt="diagram of it.png">',
      ),
    ).toEqual(['Before', 'Picture: The pump feeds both tanks from the left', 'Figure 3']);
  });

  it('reads layout tables as blocks', async () => {
    const inner = '<table><tr><td>a</td><td>1</td></tr></table>';
    expect(
      await textsOf(
        `<table><tr><td>x</td><td>y</td></tr><tr><td><h2>Head</h2>${inner}</td><td>side</td></tr></table>`,
      ),
    ).toEqual(['x | y', 'Head', 'a | 1', 'side']);
    expect(await textsOf('<table><tr><td><p>One.</p></td></tr><tr><td>Two.</td></tr></table>')).toEqual([
      'One.',
      'Two.',
    ]);
  });

  it('reads only the main part if it has most of the text', async () => {
    const page =
      '<div><h2>Keys</h2><p>Press s</p></div><main><h1>Guide</h1><p>It tells how things are done.</p></main>';
    expect(await textsOf(page)).toEqual(['Guide', 'It tells how things are done.']);
    expect(await textsOf(`<main>x</main><p>All of the text stands here.</p>`)).toHaveLength(2);
  });

  it('detects the encoding by mark, by declaration and by trying', async () => {
    const latin = Uint8Array.from('<p>caf\u00e9', (char) => char.charCodeAt(0));
    expect(await textsOf(latin)).toEqual(['café']);
    expect(await textsOf('<p>café')).toEqual(['café']);
    expect(await textsOf(Buffer.from('\ufeff<p>café', 'utf16le'))).toEqual(['café']);
    const greek = Buffer.concat([Buffer.from('<meta charset="ISO-8859-7"><p>'), Buffer.from([0xe1, 0xe2])]);
    expect(await textsOf(greek)).toEqual(['αβ']);
    expect(await textsOf('<meta charset="no-such-thing"><p>ok')).toEqual(['ok']);
  });

  it('rejects a page without text, but accepts one with only navigation', async () => {
    expect(await refusalOf('')).toBe('no_text');
    expect(await refusalOf('<div id="app"></div><script>render()</script>')).toBe('no_text');
    expect(await textsOf('<nav><a>Home</a></nav>')).toEqual(['Home']);
  });

  it('handles malicious pages quickly', async () => {
    expect(await refusalOf('<div>'.repeat(10_000) + 'deep')).toBe('too_deep');
    expect(
      await refusalOf(Array.from({ length: 20_000 }, (_, i) => `<font size=${i}><p>x`).join('')),
    ).toMatch(/^too_/);
    expect(await refusalOf('<table><tr><td>'.repeat(5_000) + 'x')).toBe('too_deep');
    expect(await textsOf('<div>'.repeat(1_500) + 'deep')).toEqual(['deep']);
    expect(await textsOf(`<table>${'<tr><td colspan=1000>a<td>b'.repeat(20_000)}`)).toHaveLength(20_000);
    const diagonal = Array.from({ length: 3_000 }, (_, i) => `<tr><td colspan=${1 + (i % 999)}><td>x`).join(
      '',
    );
    expect((await textsOf(`<table>${diagonal}`)).join('').length).toBeLessThan(100_000);
  }, 30_000);

  it('never throws, and returns lines without line ends', async () => {
    const piece = fc.constantFrom(
      ...'<p> </p> <table> <tr> <td> </td> <h1> <pre> \n <li> <ul> </ul> x &amp; <br> <nav> <a> </h1>'.split(
        ' ',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join('')),
        ),
        async (html) => {
          const loaded = await loadHtml(new TextEncoder().encode(html));
          if (loaded.kind === 'document')
            for (const { text } of loaded.document.lines) expect(text).not.toMatch(/[\r\n]/);
        },
      ),
    );
    await fc.assert(fc.asyncProperty(fc.uint8Array(), async (bytes) => void (await loadHtml(bytes))));
  });

  it('knows the fragment of each heading, without the mark of its link', async () => {
    const { title, lines } = await documentOf(`<!doctype html><title>Guide — The manual</title>
<main><section id="guide"><span id="old"></span><h1>Guide<a class="headerlink" href="#guide">¶</a></h1>
<p>First<a class="headerlink" href="#first">¶</a> words.</p>
<h2 id="own">Own</h2><h2><a name="named"></a>Named</h2>
<div class="section" id="sphinx"><h2>Sphinx</h2></div>
<div id="layout"><h2>None</h2></div><section id="later"><p>Text</p><h2>Not first</h2></section></section></main>`);
    expect(title).toBe('Guide');
    expect(lines.filter(({ kind }) => kind === 'heading').map(({ text, anchor }) => [text, anchor])).toEqual([
      ['Guide', 'guide'],
      ['Own', 'own'],
      ['Named', 'named'],
      ['Sphinx', 'sphinx'],
      ['None', undefined],
      ['Not first', undefined],
    ]);
    expect(lines[1]?.text).toBe('First words.');
  });
});
