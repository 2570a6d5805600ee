import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL } from '@quarry/application/access';
import { AskService } from '@quarry/application/turns';
import { openPlatform, readConfig } from '@quarry/platform';
import { loadAskablePipelines, startServices, type Running } from '@quarry/solo';
import type { Turn } from '@quarry/turn';
import { startScriptedModel, type ScriptedModel, type Script } from '../scripted-model/server';
import { indexInto } from './index-into';
import { ROOT } from './scenario';

/** A C# service, its SQL database and a TypeScript client of it, each a repository of its own. */
const NAMES = ['orders-client', 'orders-db', 'orders-service'] as const;

/** Questions whose answer is in two of them or more, with files that answer it together. */
const QUESTIONS: readonly (readonly [question: string, files: readonly string[]])[] = [
  [
    'Which tables does dbo.CancelInvoice change, and how does cancelInvoice of the client treat a paid invoice?',
    ['orders-client/src/invoices.ts', 'orders-db/procedures/CancelInvoice.sql'],
  ],
  [
    'Which stored procedure does InvoiceStore.Cancel call, and which tables does dbo.CancelInvoice change?',
    ['orders-service/src/InvoiceStore.cs', 'orders-db/procedures/CancelInvoice.sql'],
  ],
  [
    'When is PaidError thrown, and what does InvoiceController answer for a paid invoice?',
    ['orders-client/src/invoices.ts', 'orders-service/src/InvoiceController.cs'],
  ],
  [
    'Which state makes dbo.OverdueInvoices list an invoice, and after how many days is a reminder sent?',
    ['orders-db/procedures/OverdueInvoices.sql', 'orders-service/docs/operations.md'],
  ],
  [
    'What calls dbo.CancelInvoice?',
    ['orders-db/procedures/CancelInvoice.sql', 'orders-service/src/InvoiceStore.cs'],
  ],
  [
    'How often does the client repeat a request, and may it repeat a cancel?',
    ['orders-client/src/request.ts', 'orders-service/docs/operations.md'],
  ],
  [
    'Which columns of dbo.Invoice does IsPaid read, and what is the default of State?',
    ['orders-service/src/InvoiceStore.cs', 'orders-db/tables/Invoice.sql'],
  ],
];

jest.setTimeout(180_000);

describe('questions over three repositories that call each other', () => {
  let folder: string;
  let model: ScriptedModel;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-three-'));
    const config = readConfig({ dataDir: folder }, {});
    for (const repository of NAMES)
      await indexInto({
        root: join(ROOT, 'test/fixtures/three-repositories', repository),
        ...{ dataDir: folder, repository },
        searchIndexUrl: config.searchIndexUrl,
        graphStoreUrl: config.graphStoreUrl,
      });
    model = await startScriptedModel({ replies: [] });
  });
  afterAll(async () => {
    await model.close();
    rmSync(folder, { recursive: true });
  });

  async function asked(question: string, script: Script | null): Promise<Turn> {
    const quiet = { carrier: 'memory', embedderUrl: 'none', logLevel: 'silent' } as const;
    const scripted = { chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl } as const;
    const config = readConfig({ dataDir: folder, ...quiet, ...(script ? scripted : {}) }, {});
    if (script) model.play(script);
    const running: Running = await startServices({
      platform: await openPlatform(config),
      pipelines: loadAskablePipelines(config),
    });
    try {
      const ask = { question, pipeline: 'code', isEnglish: true, repository: [...NAMES] };
      const { turnId } = await running.app.get(AskService).ask(LOCAL, ask);
      return (await running.turns!.settled(LOCAL, turnId)).turn;
    } finally {
      await running.close();
    }
  }

  it.each(QUESTIONS)('find both halves without a model: %s', async (question, files) => {
    const turn = await asked(question, null);
    const found = new Set(turn.evidence.map(({ path }) => path));
    expect({ question, missing: files.filter((path) => !found.has(path)) }).toEqual({
      question,
      missing: [],
    });
    for (const { path, repository, snapshot } of turn.evidence)
      expect([path.split('/')[0], snapshot]).toEqual([repository, 'current']);
    expect(turn.answer?.citations.length).toBeGreaterThan(0);
  });

  it('are answered by a model that cites two repositories, with numbers that stay over the passes', async () => {
    const seen: string[] = [];
    const turn = await asked(
      'What happens in the database when the client cancels an invoice?',
      ({ system, last }) => {
        if (system.includes('[BM25:]')) return '[BM25:] cancelInvoice client';
        if (system.startsWith('You check'))
          return '{"claims": [{"n": 1, "status": "supported", "why": "it says so"}]}';
        seen.push(last);
        if (seen.length === 1) return '[Requesting data on:] dbo.CancelInvoice, InvoiceStore.Cancel';
        const [client, procedure] = ['cancelInvoice(id', 'CREATE PROCEDURE dbo.CancelInvoice'].map((text) =>
          numberOf(last, text),
        );
        return `[Answer:] The client posts to the service [${client}]. The procedure cancels it and returns the goods [${procedure}].`;
      },
    );
    expect(turn.answer?.citations.map(({ repository }) => repository)).toEqual([
      'orders-client',
      'orders-db',
    ]);
    expect(turn.answer?.removedCitations).toEqual([]);
    // What was [n] in the first prompt is [n] in the last one.
    const first = seen[0] ?? '';
    for (const { n, path, pass } of turn.evidence)
      if (pass === 1 && first.includes(`[${n}] ${path}`)) expect(seen.at(-1)).toContain(`[${n}] ${path}`);
    expect(turn.spent.loops).toBeGreaterThanOrEqual(1);
  });
});

/** The number of the last piece of evidence that begins before a text. */
function numberOf(prompt: string, text: string): string {
  const before = prompt.slice(0, prompt.indexOf(text));
  return [...before.matchAll(/\[(\d+)\]/g)].at(-1)?.[1] ?? '?';
}
