import { readLines } from './lines';
import { passagesOf } from './passages';
import { readEvidence } from './relevance';
import { evidence } from './testing/evidence';

/** Code that nothing was asked about. */
const OTHERS = Array.from({ length: 30 }, (_, at) => `  field${at}: ${at},`);
/** Another function, whose head is quoted as the first definition. */
const BEFORE = ['  before() {', ...OTHERS.map((line) => `  ${line}`), '  },'];

/** What is quoted of a long item, as text with a line for each gap. */
function quoted(question: string, lines: readonly string[]): readonly string[] {
  const item = evidence(1, 'src/request.js', [...BEFORE, ...lines, ...OTHERS].join('\n'), {
    language: 'javascript',
  });
  const [read] = readEvidence(question, [item]).items;
  if (!read) throw new Error('not relevant');
  return passagesOf(read).flatMap((span, at) => [...(at > 0 ? ['…'] : []), ...span.map(({ text }) => text)]);
}

describe('the quoted lines of a long item', () => {
  const LIMIT = [
    '  get addresses() {',
    '    let kept = this.header.split(",");',
    '    if (this.most > 0) {',
    '      kept = kept.slice(-this.most);',
    '      this.cut = true;',
    '      this.seen += 1;',
    '    }',
    '    return kept;',
    '  },',
  ];

  it('have the whole short function that a line is in', () => {
    const shown = quoted('How is the forwarded header split?', [
      '  get addresses() {',
      ...LIMIT.slice(1, 1),
      '    let kept = this.forwardedHeader.split(",");',
      ...LIMIT.slice(2),
    ]);
    expect(shown).toContain('  get addresses() {');
    expect(shown).toContain('      kept = kept.slice(-this.most);');
    expect(shown).toContain('    return kept;');
  });

  it('have what a condition leads to, and nothing of a block that is long', () => {
    const shown = quoted('What happens if the body is null?', [
      '  write(value) {',
      ...OTHERS.slice(0, 20).map((line) => `  ${line}`),
      '    if (body === null) {',
      '      one();',
      '      two();',
      '      three();',
      '      four();',
      '    }',
      ...OTHERS.slice(0, 20).map((line) => `  ${line}`),
      '  },',
    ]);
    expect(shown).toContain('      four();');
    expect(shown).not.toContain('  write(value) {');
  });

  it('have the short function below the comment that says what it does', () => {
    const shown = quoted('How many forwarded proxies are trusted?', [
      '  /**',
      '   * The forwarded proxies that are trusted.',
      '   *',
      '   * @api public',
      '   */',
      ...LIMIT,
    ]);
    expect(shown).toContain('   * The forwarded proxies that are trusted.');
    expect(shown).toContain('      kept = kept.slice(-this.most);');
  });
});

describe('a definition', () => {
  it.each([
    ['get length() {', 'length'],
    ['set $body(value) {', '$body'],
    ['const retry = async (job) => {', 'retry'],
    ['exports.retry = function (job) {', 'retry'],
    ['  retry: function (job) {', 'retry'],
    ['  retry: job => {', 'retry'],
    ['app.use = function use(fn) {', 'use'],
  ])('is %s', (text, name) => {
    const [line] = readLines(evidence(1, 'a.js', text, { language: 'javascript' }));
    expect([line?.kind, line?.defines]).toEqual(['definition', name]);
  });

  it.each(['const total = sum(1, 2)', 'return rows.map((row) => row.id)', 'total += (a) * b', 'x = y == z'])(
    'is not %s',
    (text) => {
      const [line] = readLines(evidence(1, 'a.js', text, { language: 'javascript' }));
      expect(line?.kind).toBe('plain');
    },
  );
});

describe('a part of a page', () => {
  const LINES = Array.from(
    { length: 12 },
    (_, at) => `Sentence ${at} is about the ${at === 3 ? 'cart' : 'shop'}.`,
  );
  const linesQuoted = (path: string, most: number | undefined): number => {
    const language = path.endsWith('.md') ? 'markdown' : undefined;
    const item = evidence(1, path, LINES.join('\n'), language ? { language } : { document: 'd1' });
    const [read] = readEvidence('What is the cart?', [item]).items;
    return read ? passagesOf(read, most).flat().length : 0;
  };

  it('is quoted whole where more lines than usual may be, a document of a corpus is not', () => {
    expect(linesQuoted('docs/cart.md', 30)).toBe(12);
    expect(linesQuoted('docs/cart.md', undefined)).toBeLessThan(12);
    expect(linesQuoted('cart.txt', 30)).toBeLessThan(12);
  });
});
