import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedder } from '@quarry/embedder';
import { modelDir } from '@quarry/platform';
import type { Turn } from '@quarry/turn';
import { dotnetShop, pythonPackage, typescriptPackage, type CodeBase } from './code-bases';
import { startJourney, type Asked, type Journey } from './journey';
import { PASSAGES } from '../passages';

/** A question that one look does not answer, and where its answer stands. */
interface SecondPass {
  readonly question: string;
  /** What pass 1 asks for, by the end of its qualified name. */
  readonly asks: string;
  readonly path: string;
  /** A line of the cited text. */
  readonly line: string;
}

/**
 * The log shows the request of pass 1 and what pass 2 resolved it with; the turn says by which search; the citation is of pass 2 and opens
 * the lines that were read.
 */
function expectSecondPass({ turn, log }: Asked, wanted: SecondPass, journey: Journey): void {
  const raised = log.findIndex(
    (event) => event.type === 'need.raised' && event.pass === 1 && event.text.endsWith(wanted.asks),
  );
  expect(raised).toBeGreaterThan(0);
  const resolved = log.findIndex(
    (event) => event.type === 'need.resolved' && event.pass === 2 && event.text.endsWith(wanted.asks),
  );
  expect(resolved).toBeGreaterThan(raised);
  const event = log[resolved];
  const by = event?.type === 'need.resolved' ? event.by : [];
  expect(foundAgain(turn, wanted.asks)).toMatchObject({ pass: 2, hits: expect.any(Number) });

  const item = turn.evidence.find(({ n, path }) => by.includes(n) && path === wanted.path);
  expect(item).toMatchObject({ pass: 2, foundBy: 'graph' });
  expect(turn.end).toMatchObject({ outcome: PASSAGES.outcome, reason: PASSAGES.reason });
  expect(turn.answer?.writtenBy).toBe('extractive');
  const citation = turn.answer?.citations.find(({ n }) => n === item?.n);
  expect(citation).toMatchObject({ pass: 2, path: wanted.path });
  expect(turn.answer?.text).toContain(`[${citation?.n}]`);
  const { startLine = 0, endLine = 0 } = citation ?? {};
  const opened = journey.lines(wanted.path, startLine, endLine);
  expect(opened).toContain(wanted.line);
  expect(item?.text.trim()).toBe(opened.trim());
}

/** The search of the second pass that looked for the name. */
function foundAgain(turn: Turn, name: string) {
  return turn.searches.find((search) => search.pass === 2 && search.hits > 0 && search.query.endsWith(name));
}

const RXJS: SecondPass = {
  question: 'How is a value scheduled for a later time?',
  asks: 'Scheduler.schedule',
  path: 'internal/Scheduler.ts',
  line: 'public schedule<T>(work:',
};
const REQUESTS: SecondPass = {
  question: 'Which settings of the environment are merged into a request?',
  asks: 'get_environ_proxies',
  path: 'requests/utils.py',
  line: 'def get_environ_proxies(url',
};
const SHOP: SecondPass = {
  question: 'How is a customer told that an invoice was cancelled?',
  asks: 'INotifier.SendAsync',
  path: 'src/Shop.Core/Notifications/EmailNotifier.cs',
  line: 'SendMailAsync(',
};
const STOCK = 'What happens to stock when an invoice is cancelled?';

describe('a question that needs a second pass', () => {
  let open: { readonly code: CodeBase; readonly journey: Journey }[] = [];
  afterEach(async () => {
    for (const { code, journey } of open) {
      await journey.close();
      code.remove();
    }
    open = [];
  });
  const over = async (code: CodeBase, vectors?: Parameters<typeof startJourney>[1]): Promise<Journey> => {
    const journey = await startJourney(code, vectors);
    open.push({ code, journey });
    return journey;
  };

  it('over a released TypeScript library: a method of another class', async () => {
    const journey = await over(typescriptPackage());
    expectSecondPass(await journey.ask(RXJS.question), RXJS, journey);
  }, 120_000);

  const python = pythonPackage();
  if ('unavailable' in python) {
    it.skip(`over a released Python package: ${python.unavailable}`, () => undefined);
  } else {
    it('over a released Python package: a function of another module', async () => {
      const journey = await over(python);
      expectSecondPass(await journey.ask(REQUESTS.question), REQUESTS, journey);
    }, 120_000);
  }

  it('over .NET and SQL: what implements an interface', async () => {
    const journey = await over(dotnetShop());
    expectSecondPass(await journey.ask(SHOP.question), SHOP, journey);
  });

  it('follows a .NET method into the procedure that a procedure executes, by keywords alone', async () => {
    const journey = await over(dotnetShop());
    expectStockRestored(await journey.ask(STOCK), journey);
  });

  const model = modelDir();
  const installed = existsSync(join(model, 'model.onnx'));
  (installed ? it : it.skip)(
    `does so with vectors as well${installed ? '' : ': skipped, the embedding model is not installed here'}`,
    async () => {
      const url = `minilm:${model}`;
      const embedder = await openEmbedder(url);
      if (!embedder) throw new Error(`no embedder at ${url}`);
      try {
        const journey = await over(dotnetShop(), { embedder, url });
        expectStockRestored(await journey.ask(STOCK), journey);
      } finally {
        await embedder.close();
      }
    },
    120_000,
  );
});

/** The answer shows the step from one procedure to the other, and what the other one does to stock. */
function expectStockRestored({ turn, log }: Asked, journey: Journey): void {
  expect(turn.end).toMatchObject({ outcome: PASSAGES.outcome, reason: PASSAGES.reason });
  expect(log.some((event) => event.type === 'need.resolved')).toBe(true);
  const restore = turn.answer?.citations.find((citation) => citation.symbol === 'dbo.Stock_Restore');
  expect(restore).toMatchObject({ path: 'db/Stock.sql' });
  const opened = journey.lines('db/Stock.sql', restore?.startLine ?? 0, restore?.endLine ?? 0);
  expect(opened).toContain('CREATE OR ALTER PROCEDURE dbo.Stock_Restore');
  expect(turn.answer?.text).toContain('EXECUTE dbo.Stock_Restore');
  expect(turn.answer?.text).toContain('UPDATE SET target.OnHand = target.OnHand + source.Quantity');
}
