import * as fc from 'fast-check';
import { RETRIEVAL_MODES } from '@quarry/turn';
import { findProtocol, PROTOCOLS } from './protocols';
import { routerProtocol } from './router';

const good: readonly (readonly [string, string, string, string])[] = [
  ['semantic', '[SEMANTIC:] how invoices are paid', 'semantic', 'how invoices are paid'],
  ['semantic_rerank', '[SEMANTIC_RERANK:] pay invoice', 'semantic_rerank', 'pay invoice'],
  ['bm25', '[BM25:] InvoiceService total', 'bm25', 'InvoiceService total'],
  ['hybrid', '[HYBRID:] invoice total', 'hybrid', 'invoice total'],
  ['direct, empty', '[DIRECT:]', 'direct', ''],
  ['direct, empty with space', '[DIRECT:]  \n', 'direct', ''],
  ['direct with a question', '[DIRECT:] what is SQL?', 'direct', 'what is SQL?'],
  ['lower case', '[hybrid:] x', 'hybrid', 'x'],
  ['mixed case', '[Semantic_Rerank:] x', 'semantic_rerank', 'x'],
  ['space for underscore', '[SEMANTIC RERANK:] x', 'semantic_rerank', 'x'],
  ['hyphen for underscore', '[SEMANTIC-RERANK:] x', 'semantic_rerank', 'x'],
  ['escaped underscore', '[SEMANTIC\\_RERANK:] x', 'semantic_rerank', 'x'],
  ['bold marker', '**[BM25:]** x', 'bm25', 'x'],
  ['bold line', '**[BM25:] x**', 'bm25', 'x'],
  ['back-ticked line', '`[BM25:] x`', 'bm25', 'x'],
  ['full-width', '［ＢＭ２５：］ x', 'bm25', 'x'],
  ['lenticular', '【HYBRID:】x', 'hybrid', 'x'],
  ['zero-width', '\u200B[HY\u200BBRID:] x', 'hybrid', 'x'],
  ['BOM', '\uFEFF[HYBRID:] x', 'hybrid', 'x'],
  ['white space', '  [ HYBRID : ]   x  ', 'hybrid', 'x'],
  ['lead-in', 'The best mode is:\n[HYBRID:] x', 'hybrid', 'x'],
  ['lead-in of several lines', 'Let me think.\nIt is about code.\n\n[HYBRID:] x', 'hybrid', 'x'],
  ['fence', '```\n[HYBRID:] x\n```', 'hybrid', 'x'],
  ['CRLF', '[HYBRID:] x\r\n', 'hybrid', 'x'],
  ['prose behind', '[HYBRID:] x\nI chose hybrid because names matter.', 'hybrid', 'x'],
  ['the same line twice', '[HYBRID:] x\n[HYBRID:] x', 'hybrid', 'x'],
  [
    'quoted marker in the query',
    '[HYBRID:] where is [DIRECT:] parsed',
    'hybrid',
    'where is [DIRECT:] parsed',
  ],
  ['copied angle brackets', '[HYBRID:] <pay invoice>', 'hybrid', 'pay invoice'],
  ['angle brackets behind bold', '**[HYBRID:]** <pay invoice>', 'hybrid', 'pay invoice'],
  ['generics in the query', '[BM25:] List<int> add', 'bm25', 'List<int> add'],
  ['quotes in the query stay', '[BM25:] "exact phrase"', 'bm25', '"exact phrase"'],
  ['other scripts', '[SEMANTIC:] 請求書の合計', 'semantic', '請求書の合計'],
  ['braces', '[HYBRID:] {"a": 1}', 'hybrid', '{"a": 1}'],
];

const bad: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['white space', ' \n\t'],
  ['prose', 'Use hybrid search for this.'],
  ['no colon', '[HYBRID] x'],
  ['no brackets', 'HYBRID: x'],
  ['open only', '[HYBRID: x'],
  ['marker inside a line', 'I say [HYBRID:] x'],
  ['unknown mode', '[FULLTEXT:] x'],
  ["another protocol's marker", '[Answer:] x'],
  ['unknown mode before a known one', '[MODE:] x\n[HYBRID:] y'],
  ['two modes', '[HYBRID:] x\n[BM25:] x'],
  ['two queries', '[HYBRID:] x\n[HYBRID:] y'],
  ['empty semantic', '[SEMANTIC:]'],
  ['empty rerank', '[SEMANTIC_RERANK:] '],
  ['empty bm25', '[BM25:]\n'],
  ['empty hybrid', '**[HYBRID:]**'],
  ['empty angle brackets', '[HYBRID:] <>'],
  ['query on the next line', '[HYBRID:]\nx'],
  ['half a name', '[SEMANTIC_RE:] x'],
  ['names run together', '[SEMANTIC|BM25:] x'],
  ['JSON', '{"mode": "hybrid"}'],
  ['entities', '&#91;HYBRID:&#93; x'],
  ['a colon behind the bracket', '[HYBRID]: x'],
  ['parentheses', '(HYBRID:) x'],
  ['a tag', '<HYBRID> x'],
  ['a bullet before the marker', '- [HYBRID:] x'],
  ['the template copied', '[MODE:] query'],
  ['a refusal', "I'm sorry, but I can't help with that."],
  ['an empty fence', '```\n```'],
  ['an answer', 'The total is computed in InvoiceService [1].'],
  ['a query that is too long', `[HYBRID:] ${'x'.repeat(2_001)}`],
];

describe('router protocol', () => {
  it.each(good)('good: %s', (_what, reply, mode, query) => {
    expect(routerProtocol.parse(reply)).toEqual({
      ok: true,
      outcome: mode,
      verdict: { kind: 'route', mode, query },
    });
  });

  it.each(bad)('bad: %s', (_what, reply) => {
    const parsed = routerProtocol.parse(reply);
    expect(parsed).toEqual({ ok: false, error: expect.stringMatching(/^[A-Z].+\.$/) as string });
  });

  it('gives only outcomes that it declares, for any reply', () => {
    expect(new Set(routerProtocol.outcomes)).toEqual(new Set([...RETRIEVAL_MODES, 'direct']));
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('[HYBRID:] x', '[DIRECT:]', '[', '```', '【BM25：】 y', '[X:]'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const parsed = routerProtocol.parse(lines.join('\n'));
        if (parsed.ok) {
          expect(routerProtocol.outcomes).toContain(parsed.outcome);
          expect(parsed.verdict).toMatchObject({ kind: 'route', mode: parsed.outcome });
        }
      }),
    );
  });

  it('never shows anything', () => {
    const gate = routerProtocol.openGate();
    expect(gate.push('[HYBRID:] x') + gate.push('\nprose') + gate.end()).toBe('');
  });

  it('reads hostile input of 100,000 characters', () => {
    for (const unit of ['[', '[ ', '> ', '[HYBRID:]\n', '**[', '<']) {
      expect(typeof routerProtocol.parse(unit.repeat(100_000 / unit.length)).ok).toBe('boolean');
    }
  });
});

describe('findProtocol', () => {
  it('finds every protocol by its name, and nothing else', () => {
    expect(new Set(PROTOCOLS.map((protocol) => protocol.name)).size).toBe(PROTOCOLS.length);
    for (const protocol of PROTOCOLS) expect(findProtocol(protocol.name)).toBe(protocol);
    expect(findProtocol('Answer')).toBeUndefined();
    expect(findProtocol('toString')).toBeUndefined();
  });

  it('reads two prefixes on one line as one plan of two queries', () => {
    expect(routerProtocol.parse('[BM25:] a [1] [SEMANTIC:] b')).toEqual({
      ok: true,
      outcome: 'bm25',
      verdict: { kind: 'route', mode: 'bm25', query: 'a [1]', more: ['b'] },
    });
  });
});
