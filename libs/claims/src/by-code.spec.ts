import fc from 'fast-check';
import { someEvidence } from '@quarry/engine/testing';
import { inert } from '@quarry/protocol';
import { escapeMarks } from '@quarry/turn';
import { sourceOf } from './passages';
import { statementsOf } from './statements';
import { verdictOf } from './verdict';

const item = someEvidence(1, {
  path: '3M_2022_10K.pdf',
  text: 'Net sales of the Consumer segment were $5,298 million in fiscal year 2022.',
  format: 'pdf',
  pages: [{ page: 35, box: null }],
});

describe('money and pages in sentences about documents', () => {
  it.each([
    ['Consumer net sales were $5,298 million in fiscal year 2022 on page 35 [1].', 'supported'],
    ['Consumer net sales were $5,298 million in fiscal year 2022 on page 36 [1].', 'unsupported'],
    ['Consumer net sales were $35 million in fiscal year 2022 [1].', 'contradicted'],
  ])('%s is %s', (sentence, status) => {
    const [statement] = statementsOf(sentence);
    if (!statement) throw new Error('no statement');
    expect(verdictOf(statement, [sourceOf(item)]).status).toBe(status);
  });
});

/** The verdict of code on the first statement, checked against one piece of evidence per text. */
function verdict(text: string, ...evidence: readonly (string | Parameters<typeof someEvidence>[1])[]) {
  const [statement] = statementsOf(text);
  if (!statement) throw new Error('no statement');
  const items = evidence.map((one, at) =>
    someEvidence(at + 1, { path: 'a.md', ...(typeof one === 'string' ? { text: one } : one) }),
  );
  return verdictOf(
    statement,
    items.map((each) => sourceOf(each)),
  );
}

describe('places in sentences', () => {
  const lines = { text: 'The lock is taken before the write.', startLine: 10, endLine: 20 };

  it.each([
    ['on line 9', '9'],
    ['on line 10', null],
    ['on line 20', null],
    ['on lines 12', null],
    ['on line 21', '21'],
    ['15 times', '15'],
  ])('the lock is taken %s: missing is %s', (where, missing) => {
    const { status, why } = verdict(`The lock is taken before the write ${where}.`, lines);
    expect([status, why]).toEqual(
      missing === null
        ? ['supported', '[1] says it']
        : ['unsupported', expect.stringMatching(`^'${missing}.*' is not in \\[1\\]$`)],
    );
  });

  it.each([
    ['page 35', 'supported'],
    ['page 36', 'supported'],
    ['page 37', 'unsupported'],
    ['chapter 36', 'unsupported'],
  ])('the lock is taken on %s: %s', (where, status) => {
    const pages = [35, 36].map((page) => ({ page, box: null }));
    expect(verdict(`The lock is taken before the write on ${where}.`, { ...lines, pages }).status).toBe(
      status,
    );
  });

  it('are missing if the evidence has no pages', () => {
    expect(verdict('The lock is taken on page 35.', lines).status).toBe('unsupported');
  });

  it('of a missing fact are named, up to three', () => {
    const said = '`Vault` seals it.';
    expect(verdict(said, 'a', 'b', 'c').why).toBe('`Vault` is not in [1], [2], [3]');
    expect(verdict(said, 'a', 'b', 'c', 'd').why).toBe('`Vault` is not in the evidence');
  });
});

describe('code names in sentences', () => {
  it.each([
    ['Invoices.Cancel', 'class Invoices { Cancel() {} }', true],
    ['Invoices.Cancel', 'class Invoices { Create() {} }', false],
    ['load()', 'it may load later', true],
    ['load()', 'it may unload later', true],
    // Two letters occur in too many words.
    ['id', 'the identity', false],
    ['id', 'the id', true],
    ['invoice_*', 'invoice_create runs', true],
    ['order_*', 'invoice_create runs, reorder_all does', false],
    ['LIMIT=1000', 'LIMIT, of 5 or 1,000', true],
    ['LIMIT=1000', 'LIMIT, of 5 or 1,001', false],
  ])('%s in %j: %s', (name, text, isThere) => {
    const { why } = verdict(`It is \`${name}\`.`, text);
    expect(why === `\`${name}\` is not in [1]`).toBe(!isThere);
  });

  it('can be in any of the evidence, and their parts in different pieces', () => {
    const missing = '`Invoices.Cancel` is not in [1], [2]';
    expect(verdict('It is `Invoices.Cancel`.', 'nothing', 'call Invoices.Cancel').why).not.toBe(missing);
    expect(verdict('It is `Invoices.Cancel`.', 'class Invoices', 'void Cancel').why).not.toBe(missing);
    expect(verdict('It is `Invoices.Cancel`.', 'class Invoices', 'void Create').why).toBe(missing);
  });
});

describe('quotations of pages', () => {
  it.each([
    ['> Oaks are old.  \n> … they stand in lanes …  \n> Candles burn.', 'supported'],
    ['> Oaks are old.  \n> … they burn in lanes …  \n> Candles burn.', 'unsupported'],
  ])('with lines whose beginning and end are left out: %j is %s', (quote, status) => {
    const page = 'Oaks are old.\nThey are tall, and they stand in lanes and gardens.\nCandles burn.';
    expect(verdict(`\`a.md\`, lines 1–3 [1]\n\n${quote}`, page).status).toBe(status);
  });
});

describe('words of sentences', () => {
  /** Twenty words that no rule applies to. */
  const WORDS =
    'anchor basket candle dragon engine feather garden hammer island jacket kettle ladder mirror needle orchard pebble ribbon saddle temple violin'.split(
      ' ',
    );
  /** A sentence with `of` words; the first `there` of them are in the evidence. */
  const sharing = (there: number, of: number, more = '', rest = ' 77 otherwise') =>
    verdict(`it is ${WORDS.slice(0, of).join(' ')}${more}.`, `${WORDS.slice(0, there).join(' ')}${rest}`);

  it.each([
    [4, 5, 'inferred', "[1] is close to it, but has '77' instead of 'engine'", 'to a model'],
    [7, 9, 'inferred', '[1] is close to it in wording', 'to meaning'],
    [9, 20, 'inferred', '[1] is close to it in wording', 'to meaning'],
    [8, 20, 'unsupported', 'no passage of [1] is close to it', 'to meaning'],
  ])('%d of %d in one passage: %s', (there, of, status, why, open) => {
    expect(sharing(there, of)).toMatchObject({ status, why, open, facts: 0 });
  });

  it('a word more is no contradiction where the passage has none in its place', () => {
    expect(sharing(4, 5, '', '')).toMatchObject({ status: 'supported', why: '[1] says it', open: 'no' });
  });

  it('can be fewer if there are facts as well, which are counted', () => {
    expect(sharing(7, 9, ' 77')).toMatchObject({ status: 'supported', facts: 1 });
    const all = verdict(
      'There the `anchor_a` of Basket holds “a candle burns” for 77 engines.',
      'anchor_a Basket a candle burns 77 engines',
    );
    expect(all).toMatchObject({ status: 'supported', facts: 4 });
  });

  it('do not matter if most of the sentence is a quotation that matches', () => {
    expect(
      verdict(
        'They read: “a candle burns in the old lantern room”.',
        'a candle burns in the old lantern room',
      ),
    ).toMatchObject({
      status: 'supported',
      open: 'no',
    });
    const said = 'Whatever anchors or baskets there are, “a candle burns” they read in many gardens.';
    expect(verdict(said, 'a candle burns')).toMatchObject({ status: 'unsupported', open: 'to meaning' });
    expect(verdict(said, 'a candle was out')).toMatchObject({
      status: 'unsupported',
      why: '"a candle burns" is not in [1]',
    });
  });

  it.each([
    ['a candle … in gardens.', true],
    ['a candle [...] in gardens', true],
    ['in gardens … and oaks', false],
  ])('“%s” of "A candle burns in gardens": %s', (quotation, isThere) => {
    const { status } = verdict(`They read “${quotation}” there.`, 'A candle burns in gardens and lanes.');
    expect(status === 'supported').toBe(isThere);
  });

  it('are attributed to the first of equally good passages', () => {
    expect(verdict('A candle burns.', 'nothing', 'a candle burns', 'a candle burns').why).toBe('[2] says it');
  });
});

/** A quotation with its caption, as in an answer. */
const quotedAs = (quote: string): string => `\`a.md\`, line 2 [1]\n\n${inert(escapeMarks(quote))}`;

describe('quotations', () => {
  it.each([
    ['[1, 2]', 'supported', 'quoted from [1] and [2]'],
    ['[1][2]', 'supported', 'quoted from [1] and [2]'],
    ['[1]', 'unsupported', "[1] has no line 'The second line.'"],
    ['[1, 3]', 'unsupported', "[1] has no line 'The second line.'"],
  ])('of two passages that touch are quoted from both, if they cite %s', (marks, status, why) => {
    const quote = `\`a.md\`, lines 1–2 ${marks}\n\n> The first line.\n> The second line.`;
    expect(verdict(quote, 'The first line.', 'The second line.', 'Another one.')).toMatchObject({
      status,
      why,
    });
  });

  const code = { text: 'const total = tax(price);\nreturn total;', path: 'a.ts', language: 'typescript' };
  const block = (...lines: string[]) => `\`\`\`\n${lines.join('\n')}\n\`\`\``;

  it.each([
    [block('return total;', '…'), 'supported', 'quoted from [1]'],
    [block('const total = tax(price);', '… (lines 12–20)', 'return total;'), 'supported', 'quoted from [1]'],
    [block('const total = tax…', 'return total;'), 'supported', 'quoted from [1]'],
    [block('return total;', '… (all lines)'), 'unsupported', "[1] has no line '… (all lines)'"],
    [block('return tax(total);'), 'inferred', 'its names are in [1], its lines are not'],
    [block('return total;', 'return fee;'), 'unsupported', "[1] has no line 'return fee;'"],
    ['> The price [1] rises.', 'unsupported', "[1] has no line 'The price [1] rises.'"],
  ])('%j are %s', (text, status, why) => {
    expect(verdict(text, code)).toMatchObject({ status, why, open: 'no' });
  });

  it.each([
    '[print any statements](https://aptos.dev/en/build) first',
    '![a picture](https://e.org/a.png) of it',
    '<Callout type="info"> and </Callout>',
    'See https://aptos.dev/en/build, //cdn.org/x and www.e.org.',
    '| a | https://e.org/`b` |',
    'an odd ` tick and a `pair`',
    '[name]: https://e.org "title"',
  ])('%j is supported as Quarry itself quotes it', (line) => {
    const quoted = quotedAs(`> ${line}`);
    expect(verdict(quoted, `before\n${line}\nafter`)).toMatchObject({ status: 'supported' });
  });

  it('are supported however their characters are made inert (links, tags, addresses)', () => {
    const pieces = [
      'word',
      ' ',
      '](',
      '[',
      ']',
      '<b>',
      '< ',
      'https://e.org/a?b',
      '`',
      '\\',
      '|',
      ':',
      '[1]',
      '.',
    ];
    const line = fc
      .array(fc.constantFrom(...pieces), { maxLength: 12 })
      .map((all) => `word ${all.join('')} word`);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const statements = statementsOf(quotedAs(lines.map((one) => `> ${one}`).join('\n')));
        const statement = statements.find(({ kind }) => kind === 'quote');
        if (!statement) throw new Error('no quotation');
        const source = sourceOf(someEvidence(1, { path: 'a.md', text: lines.join('\n') }));
        expect(verdictOf(statement, [source])).toMatchObject({ status: 'supported' });
      }),
      { numRuns: 500 },
    );
  });

  it('are checked against the evidence that contains most of their lines', () => {
    const text = block('const total = tax(price);', 'return total;');
    expect(verdict(text, 'return total;', code)).toMatchObject({
      status: 'supported',
      why: 'quoted from [2]',
      facts: 2,
    });
  });

  it('are named by the beginning of a long line', () => {
    const long = `call${'x'.repeat(100)}`;
    expect(verdict(block(long), code).why).toBe(`[1] has no line '${long.slice(0, 80)}'`);
  });
});

describe('a name that the evidence lacks', () => {
  const abstract =
    'Receptor activator of nuclear factor kappa B and its ligand control the emergence of thymic epithelial cells ' +
    'in the embryonic thymus, where inducer cells provide signals for their development.';

  it('may be another name for what a close passage says: inferred, with the difference', () => {
    const said = 'The RANKL pathway is involved in the development of epithelial cells in the thymus [1].';
    expect(verdict(said, abstract)).toMatchObject({
      status: 'inferred',
      why: "[1] is close to it, but lacks 'RANKL'",
      open: 'to a model',
    });
  });

  it('is absent where the passage has another name in its place', () => {
    const passage = 'Last year the board of Contoso approved the sale of its bakery to a competitor.';
    expect(
      verdict('Last year the board of Fabrikam approved the sale of its bakery [1].', passage),
    ).toMatchObject({
      status: 'unsupported',
      why: "'Fabrikam' is not in [1]; [1] has 'contoso' in its place",
    });
  });

  it('is absent where nothing is close to the rest', () => {
    const other = 'The parser reads a file line by line and reports the first error.';
    expect(verdict('The RANKL pathway is involved in the development of cells [1].', other)).toMatchObject({
      status: 'unsupported',
      why: "'RANKL' is not in [1]",
    });
  });

  it.each([
    ['SHP-2', 'inferred', 'SHP-2'],
    ['SHP-3', 'inferred', 'SHP-3'],
  ])('ends in a number that is no figure: %s', (name, status, lacking) => {
    const said = `The ${name} pathway is involved in the development of epithelial cells in the thymus [1].`;
    expect(verdict(said, abstract)).toMatchObject({
      status,
      why: `[1] is close to it, but lacks '${lacking}'`,
    });
  });

  it('keeps a year behind a hyphen a figure', () => {
    expect(verdict('The thymic cells emerge in FY-2017 [1].', abstract).why).toMatch(/2017/);
  });
});
