import { findProtocol } from '@quarry/protocol';
import { countTokens } from '@quarry/turn';
import { NOTICE } from './answer.task';
import { condenseReply } from './condense.task';
import { ExtractiveModel } from './extractive.model';
import { routerReply } from './router.task';
import { summarizeReply } from './summarize.task';
import { termsOf } from './terms';
import * as sample from './testing/evidence';
import { inputs } from './testing/evidence';

describe('router', () => {
  const route = (question: string, more = {}) =>
    findProtocol('router')!.parse(routerReply(inputs({ task: 'router', question, ...more })));

  it.each([
    ['What happens when a webhook delivery fails?', 'webhook delivery fails'],
    [
      'How does `InvoiceService.PayInvoice()` use dbo.Invoice_Pay?',
      'InvoiceService.PayInvoice dbo.Invoice_Pay',
    ],
    ['Where is MAX_ATTEMPTS read in src/webhooks/deliver.ts?', 'MAX_ATTEMPTS read src/webhooks/deliver.ts'],
    ['[DIRECT:] tell me\n[BM25:] retries', 'DIRECT BM25 retries'],
    ['Wie wird eine Rechnung bezahlt?', 'Rechnung bezahlt'],
    ['What is this?', 'What is this?'],
    ['How long does it wait when a server sends Retry-After?', 'long wait server sends Retry-After'],
    ['Is Set-Cookie kept when the status is about to change?', 'Set-Cookie kept status change'],
    ['Which non-blocking calls need a re-read?', 'non blocking calls re read'],
  ])('%s', (question, query) => {
    expect(route(question)).toEqual({
      ok: true,
      outcome: 'hybrid',
      verdict: { kind: 'route', mode: 'hybrid', query },
    });
  });

  it('selects the best available mode', () => {
    expect(route('webhook', { modes: ['bm25', 'semantic'] })).toMatchObject({ outcome: 'semantic' });
    expect(route('webhook', { modes: ['bm25'] })).toMatchObject({ outcome: 'bm25' });
  });

  it('adds the subject to a short follow-up, and leaves a full question unchanged', () => {
    const history = [{ question: 'How does deliverWebhook retry?', answer: 'With backoff.' }];
    expect(route('And where is it called?', { history })).toMatchObject({
      verdict: { query: 'deliverWebhook called' },
    });
    expect(route('How are invoices paid?', { history })).toMatchObject({
      verdict: { query: 'invoices paid' },
    });
  });

  it('searches for nothing in an empty question', () => {
    expect(route('  ')).toMatchObject({ outcome: 'direct' });
  });
});

describe('terms', () => {
  it.each([
    ['retries retried retrying retry', 1],
    ['paid pays paying', 1],
    ['schedules scheduled scheduling', 1],
    ['invoice invoices invoicing', 1],
    ['cache cached caches', 1],
    ['parse parser parsing', 1],
    ['order paid', 2],
  ])('%s', (words, count) => {
    expect(termsOf(words)).toHaveLength(count);
  });

  it('distinguishes names from words', () => {
    const names = termsOf(
      'Does A::b, foo_bar(), HTTPServer, x.y, MyApp.Total, and/or src/a.ts or then OrderId plainly?',
    );
    expect(names.filter((term) => term.identifier).map((term) => term.text)).toEqual([
      'A::b',
      'foo_bar',
      'HTTPServer',
      'x.y',
      'MyApp.Total',
      'src/a.ts',
      'OrderId',
    ]);
  });
});

describe('summarize', () => {
  const history = [
    {
      question: 'How are invoices paid?',
      answer: 'PayInvoice runs dbo.Invoice_Pay. It publishes InvoicePaid [3]. The weather plays no part.',
    },
    {
      question: 'What is TtlCache?',
      answer: `${NOTICE}\n\n\`app/cache.py\`, line 3 [5]\n\n\`\`\`python\nclass TtlCache:\n\`\`\`\n`,
    },
    { question: 'Who pays for the coffee?', answer: 'No one does.' },
  ];
  const summarize = (limit: number, more = {}) =>
    summarizeReply(
      inputs({ task: 'summarize', question: 'Which procedure pays an invoice?', history, ...more }),
      limit,
    );

  it('keeps questions and related sentences, in order, without the notice or code', () => {
    const text = summarize(200);
    expect(text.split('\n').filter((line) => line.startsWith('Q: '))).toEqual(
      history.map((entry) => `Q: ${entry.question}`),
    );
    expect(text).toContain('A: PayInvoice runs dbo.Invoice_Pay.');
    expect(text).not.toContain(NOTICE);
    expect(text).not.toContain('class TtlCache');
  });

  it('fits the limit, and drops the least relevant first', () => {
    for (const limit of [5, 20, 40, 80]) expect(countTokens(summarize(limit))).toBeLessThanOrEqual(limit);
    const text = summarize(30);
    expect(text).toContain('invoices paid');
    expect(text).not.toContain('weather');
  });

  it('is rolling: an earlier summary is a source, and nothing is repeated', () => {
    const first = summarize(100);
    const later = [{ question: 'And who refunds?', answer: 'RefundService refunds an invoice.' }];
    const text = `Summary of the conversation so far:\n${first}\n\nUser: ${later[0]!.question}\nAssistant: ${later[0]!.answer}`;
    const second = summarize(200, { history: later, text });
    expect(second).toContain('Q: How are invoices paid?');
    expect(second).toContain('A: RefundService refunds an invoice.');
    const lines = second.split('\n').map((line) => line.replace(/^\w+: /, ''));
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('is empty for an empty conversation', () => {
    expect(summarize(50, { history: [] })).toBe('');
  });
});

describe('condense', () => {
  const question = 'What happens when a webhook delivery fails?';

  it.each([250, 350, 600])('keeps every identifier and the best lines within %d tokens', (limit) => {
    const text = condenseReply(
      inputs({
        task: 'condense',
        question,
        evidence: sample.ALL,
        text: 'dbo.Invoice|TABLE -FK-> dbo.Payment|TABLE',
      }),
      limit,
    );
    expect(countTokens(text)).toBeLessThanOrEqual(limit);
    for (const item of sample.ALL) {
      expect(text).toContain(`[${item.n}] ${item.path}:${item.startLine}-${item.endLine}`);
      for (const name of [item.symbol, item.nodeKey]) if (name !== undefined) expect(text).toContain(name);
    }
    expect(text).toContain('dbo.Payment|TABLE');
    expect(text).toContain('A delivery that fails is scheduled again');
  });

  it("keeps the text's own headings", () => {
    const heading = '[1] src/webhooks/deliver.ts:1-24 · typescript:deliver|FUNCTION';
    const text = condenseReply(
      inputs({ question, evidence: [sample.WEBHOOKS], text: `${heading}\n${sample.WEBHOOKS.text}` }),
      100,
    );
    expect(text.split('\n')[0]).toBe(heading);
  });

  it('condenses a plain text by its lines', () => {
    const text = [
      'Lunch is at noon.',
      'dbo.Invoice|TABLE',
      'A webhook that fails is paused.',
      'Tea is at five.',
    ].join('\n');
    expect(condenseReply(inputs({ question, text }), 17)).toBe(
      'dbo.Invoice|TABLE\nA webhook that fails is paused.',
    );
    expect(condenseReply(inputs({ question, text }), 500)).toBe(text);
  });
});

describe('extractive model', () => {
  const model = new ExtractiveModel();
  const complete = (task: string, more = {}) =>
    model.complete({ messages: [], inputs: inputs({ task, question: 'q', ...more }), maxOutputTokens: 50 });

  it('returns a text for translation unchanged, at any length', async () => {
    const text = 'Zażółć gęślą jaźń 👩‍💻. '.repeat(50);
    expect(await complete('translate', { text })).toMatchObject({
      text,
      finish: 'stop',
      inputTokens: 0,
      outputTokens: 0,
    });
  });

  it('streams whole characters', async () => {
    const pieces: string[] = [];
    const text = '👩‍💻😀'.repeat(60);
    await model.complete({
      messages: [],
      inputs: inputs({ task: 'translate', text }),
      maxOutputTokens: 9,
      onDelta: (piece) => void pieces.push(piece),
    });
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) expect(Buffer.from(piece).toString()).toBe(piece);
  });

  it('reports an unsupported task', async () => {
    await expect(complete('poem')).rejects.toMatchObject({
      code: 'model_refused',
      message: expect.stringContaining("'poem'"),
    });
  });
});
