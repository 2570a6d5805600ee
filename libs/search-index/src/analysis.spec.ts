import * as fc from 'fast-check';
import { analyze, documentTerms, matchTerms, queryTerms } from './analysis';

describe('analyze', () => {
  it.each([
    ['getUserName', ['get', 'user', 'name', 'getusernam']],
    ['get_user_name', ['get', 'user', 'name', 'getusernam']],
    ['GET_USER_NAME', ['get', 'user', 'name', 'getusernam']],
    ['__init__', ['init']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['parseURLs', ['pars', 'url', 'parseurl']],
    ['utf8', ['utf', '8', 'utf8']],
    ['x86_64', ['x', '86', '64', 'x8664']],
    ['dbo.CustomerLedger', ['dbo', 'custom', 'ledger', 'customerledg', 'dbocustomerledg']],
    ['std::io', ['std', 'io', 'stdio']],
    ['p->next', ['p', 'next', 'pnext']],
    ['src\\a-b.ts', ['src', 'a', 'b', 'ts', 'srcabt']],
    ['Retrying the invoices', ['retri', 'the', 'invoic']],
    ['Café ＡＢＣ ﬁle', ['cafe', 'abc', 'file']],
    ['数据库A', ['数据', '据库', 'a', '数据库a']],
    ['東', ['東']],
    ['𞤢 𞤀 𞤢𞤢b', ['qxtws', 'qxtws', 'qxtwsqxtwsb']],
    ['𲇟l \u{321df}\u{54bd5}1', ['qbhhzl', 'qbhhzqjjbj', '1', 'qbhhzqjjbj1']],
    ['a😀𠀀𠀁', ['a', '𠀀𠀁']],
    ['Übergrößenträger', ['ubergrossentrag']],
    ['PDFs APIsByName llms GPUs https', ['pdf', 'api', 'by', 'name', 'apisbynam', 'llm', 'gpu', 'https']],
    ['UUIDv4 TNFalpha', ['uuid', 'v', '4', 'uuidv4', 'uuidv', 'tnf', 'alpha', 'tnfalpha']],
    [
      'TNF-α Δ5 γδ μg μ-opioid',
      [
        'tnf',
        'alpha',
        'tnfalpha',
        'delta',
        '5',
        'delta5',
        'gamma',
        'delta',
        'gammadelta',
        'ug',
        'mu',
        'opioid',
        'muopioid',
      ],
    ],
    ['OAuth2', ['o', 'auth', '2', 'oauth2', 'oauth']],
    ['3.11.4', ['3', '11', '4', '3ꞏ11ꞏ4', '3ꞏ11']],
    ['v1.2', ['v', '1', 'v1', '2', '1ꞏ2', 'v12']],
    ['IL‑6 so\u00adft Æther straße', ['il', '6', 'il6', 'soft', 'aether', 'strass']],
    ['', []],
    ['!? \u0000 ___ .. -> ::', []],
    ['__proto__ constructor', ['proto', 'constructor']],
  ])('%s', (text, terms) => expect(analyze(text)).toEqual(terms));

  it('returns lower-case terms of letters, digits and marks only, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const terms = analyze(text);
        expect(terms.filter((term) => !/^[\p{L}\p{N}\p{M}]+$/u.test(term))).toEqual([]);
        expect(terms.filter((term) => /[A-Z]/.test(term))).toEqual([]);
        expect(documentTerms(text)).toEqual(new Set(terms));
      }),
    );
  });

  it('splits a name into the same terms in every notation', () => {
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 4 }), (words) => {
        const capital = words.map((part) => part[0]?.toUpperCase() + part.slice(1));
        const snake = analyze(words.join('_'));
        expect(analyze(capital.join(''))).toEqual(snake);
        expect(analyze(words.join('_').toUpperCase())).toEqual(snake);
        expect(analyze(words.join('-'))).toEqual(snake);
      }),
    );
  });

  it('analyzes a megabyte of input that makes tokenizers slow', () => {
    for (const piece of [
      'a',
      'A',
      'aA',
      '_',
      '.',
      'a.',
      'a::',
      '->',
      'é',
      '数',
      '\u0301',
      '1',
      '\ud800',
      'a-_/\\#',
    ])
      expect(analyze(piece.repeat(1_000_000 / piece.length)).every((term) => term.length <= 64)).toBe(true);
  });
});

describe('queryTerms', () => {
  it('leaves out the words by which a question in French or German asks', () => {
    expect(queryTerms('Wie hoch ist der Umsatz?')).toEqual(['umsatz']);
    expect(queryTerms('Combien de sessions ?')).toEqual(['session']);
  });

  it('drops stop words, unless the query has nothing else', () => {
    expect(queryTerms('How does the retriever work with invoices?')).toEqual(['retriev', 'work', 'invoic']);
    expect(queryTerms('what is this')).toEqual(['what', 'is', 'this']);
    expect(queryTerms("Love's performer’s")).toEqual(['love', 'perform']);
    expect(queryTerms('isValid')).toEqual(['valid', 'isvalid']);
  });

  it('returns each term once, and leaves whole dotted names to matchTerms', () => {
    expect(queryTerms('total total dbo.Invoice')).toEqual(['total', 'dbo', 'invoic']);
    expect(matchTerms('total total dbo.Invoice')).toEqual(['total', 'dbo', 'invoic', 'dboinvoic']);
  });

  it('returns at most 256 terms, and only terms that the text contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const terms = documentTerms(text);
        expect(queryTerms(text).every((term) => terms.has(term))).toBe(true);
        expect(queryTerms(text).length === 0).toBe(terms.size === 0);
      }),
    );
    expect(queryTerms(Array.from({ length: 1_000 }, (_, i) => `w${i}`).join(' '))).toHaveLength(256);
  });
});
