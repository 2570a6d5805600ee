import { judgement } from '../scripted-model/judge';
import type { RecordedRequest, ScriptedReply } from '../scripted-model/server';

/**
 * The answers of the model in the browser tests, and their speed: each piece of `deltaSize` characters after `ms`
 * milliseconds.
 */
export interface Pace {
  readonly deltaSize: number;
  readonly ms: number;
}

const STOCK = [
  'Cancelling an invoice **puts every item back on stock** in one transaction:',
  '',
  '1. `InvoicesController.Cancel` hands the request over {cite:InvoicesController.cs}.',
  '2. `dbo.Invoice_Cancel` marks the invoice and calls `dbo.Stock_Restore` {cite:db/Invoice_Cancel.sql}.',
  '3. `dbo.Stock_Restore` adds the quantities back to the stock {cite:db/Stock.sql}, and writes a row for each product into `dbo.StockMovement` {cite:db/02-stock.sql}.',
  '',
  'It mails `WarehouseBot` {cite:db/Stock.sql}. Forklifts are told by radio.',
].join('\n');

const HOSTILE = [
  'See <img src="https://evil.example/x.png" onerror="document.title=1"> and ![a picture](https://evil.example/a.png?q=secret).',
  '',
  '[Click here](https://evil.example/login) or [this](javascript:document.title=1), https://evil.example/bare.',
  '',
  '<script>document.title = 1</script>',
  '',
  'The stock is restored {cite:db/Stock.sql}.',
].join('\n');

/** A model that knows a few questions about the shop and the reports, and cites evidence of its prompt. */
export function shopModel(pace: Pace): (request: RecordedRequest) => ScriptedReply {
  return (request) => {
    const prompt = JSON.stringify(request.body['messages']);
    const text = replyTo(request, prompt).replace(
      /\{cite:([^}]+)\}/g,
      (_whole, path: string) => `[${numberOf(path, request)}]`,
    );
    return text.startsWith('[Answer:]')
      ? { text, deltaSize: pace.deltaSize, fault: { kind: 'slow', ms: pace.ms } }
      : { text };
  };
}

function replyTo({ system, last }: RecordedRequest, prompt: string): string {
  const question = [...last.matchAll(/^Question: (.+)$/gm)].at(-1)?.[1] ?? last;
  if (system.startsWith('You rewrite the last question')) return question;
  const judged = judgement({ system, last }, (sentence) =>
    sentence.includes('radio')
      ? { status: 'unsupported', why: 'no radio is mentioned anywhere' }
      : { status: 'inferred', why: 'it follows' },
  );
  if (judged !== null) return judged;
  if (system.includes('[BM25:]'))
    return question.includes('Survey')
      ? '[BM25:] Survey net sales'
      : '[BM25:] invoice cancel controller stock restore';
  if (question.includes('Survey'))
    return '[Answer:] The net sales of Survey were 742.1 million euros in 2023 {cite:halden-2023.pdf}.';
  if (question.includes('unsafe')) return `[Answer:] ${HOSTILE}`;
  if (question.includes('who calls it'))
    return '[Answer:] `InvoicesController.Cancel` calls it {cite:InvoicesController.cs}.';
  if (question.includes('for ever'))
    return `[Answer:] ${'It goes on and on. '.repeat(400)}{cite:db/Stock.sql}`;
  // The second pass shows what was requested and not found.
  if (!prompt.includes('TaxOfficeGateway'))
    return '[Requesting data on:] dbo.StockMovement, dbo.Stock_Restore, TaxOfficeGateway';
  return `[Answer:] ${STOCK}`;
}

/** The number of this file's evidence in the prompt; 99 if there is none. */
function numberOf(path: string, request: RecordedRequest): string {
  const messages = request.body['messages'] as readonly { readonly content: string | null }[];
  for (const line of messages.flatMap(({ content }) => content?.split('\n') ?? [])) {
    const head = /^\[(\d+)\] (\S+?)(?::\d+(?:-\d+)?|,| |$)/.exec(line);
    if (head?.[2]?.endsWith(path)) return head[1] ?? '99';
  }
  return '99';
}
