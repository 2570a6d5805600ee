import { RETRIEVAL_MODES, type Evidence } from '@quarry/turn';
import { bareInputs } from '../../bare-inputs';
import type { ChatInputs } from '../../port';

/** Evidence as retrieval yields it, from a text and its location. */
export function evidence(n: number, path: string, text: string, more: Partial<Evidence> = {}): Evidence {
  const startLine = more.startLine ?? 1;
  const endLine = startLine + text.split('\n').length - 1;
  const found = { pass: 1, kind: 'chunk', relevance: 0.7, foundBy: 'hybrid', query: 'a query' } as const;
  return { id: `${path}#L${startLine}-L${endLine}`, n, path, text, startLine, endLine, ...found, ...more };
}

export function inputs(more: Partial<ChatInputs>): ChatInputs {
  return bareInputs('answer', '', { modes: RETRIEVAL_MODES, ...more });
}

export const WEBHOOKS = evidence(
  1,
  'src/webhooks/deliver.ts',
  `import { signPayload } from './signing';
import type { Webhook, DeliveryAttempt } from './model';

/** Most attempts before a delivery is given up. */
const MAX_ATTEMPTS = 5;

/**
 * Delivers one event to a webhook. A delivery that fails is scheduled again with
 * exponential backoff; after MAX_ATTEMPTS it goes to the dead letter queue.
 */
export async function deliverWebhook(hook: Webhook, attempt: DeliveryAttempt): Promise<void> {
  const body = JSON.stringify(attempt.event);
  const response = await post(hook.url, body, signPayload(hook.secret, body));
  if (response.ok) return markDelivered(attempt);
  if (attempt.count >= MAX_ATTEMPTS) {
    await deadLetters.push(attempt);
    return notifyOwner(hook, attempt);
  }
  await scheduleRetry(attempt, backoffDelay(attempt.count));
}

export function listWebhooks(tenant: string): Promise<Webhook[]> {
  return store.all(tenant);
}`,
  { language: 'typescript', symbol: 'deliverWebhook', relevance: 0.9 },
);

export const BACKOFF = evidence(
  2,
  'src/webhooks/backoff.ts',
  `/** Milliseconds to wait before the next attempt: doubles each time, one hour at most, plus jitter. */
export function backoffDelay(count: number): number {
  const base = Math.min(BASE_DELAY * 2 ** count, ONE_HOUR);
  return addJitter(base);
}`,
  {
    language: 'typescript',
    symbol: 'backoffDelay',
    pass: 2,
    kind: 'node',
    foundBy: 'graph',
    query: 'backoffDelay',
  },
);

export const INVOICES_CS = evidence(
  3,
  'src/Billing/InvoiceService.cs',
  `using System.Data;

namespace MyApp.Billing
{
    public class InvoiceService : IInvoiceService
    {
        /// <summary>Pays an open invoice; a paid one is refused.</summary>
        public async Task PayInvoice(int invoiceId, decimal amount)
        {
            var invoice = await _repository.Load(invoiceId);
            if (invoice.Status == InvoiceStatus.Paid) throw new InvoiceAlreadyPaidException(invoiceId);
            await _db.ExecuteAsync("dbo.Invoice_Pay", new { invoiceId, amount });
            _events.Publish(new InvoicePaid(invoiceId));
        }
    }
}`,
  {
    language: 'csharp',
    symbol: 'MyApp.Billing.InvoiceService',
    nodeKey: 'csharp:MyApp.Billing.InvoiceService|TYPE',
    startLine: 10,
  },
);

const INVOICE_PROC = evidence(
  4,
  'db/Invoice_Pay.sql',
  `CREATE PROCEDURE dbo.Invoice_Pay @invoiceId INT, @amount DECIMAL(18, 2)
AS
BEGIN
    UPDATE dbo.Invoice SET Status = 'Paid', PaidAt = SYSUTCDATETIME() WHERE Id = @invoiceId;
    INSERT INTO dbo.Payment (InvoiceId, Amount) VALUES (@invoiceId, @amount);
END`,
  {
    language: 'sql',
    symbol: 'dbo.Invoice_Pay',
    nodeKey: 'dbo.Invoice_Pay|PROC',
    pass: 2,
    foundBy: 'graph',
    query: 'Invoice_Pay',
  },
);

export const CACHE_PY = evidence(
  5,
  'app/cache.py',
  `import functools

class TtlCache:
    """A cache whose entries expire after a number of seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._entries = {}

    def get(self, key):
        # Entries that are over their time are dropped on access.
        value, expires_at = self._entries.get(key, (None, 0))
        if expires_at < self._clock():
            self._entries.pop(key, None)
            return None
        return value
`,
  { language: 'python', symbol: 'TtlCache' },
);

export const POOL_GO = evidence(
  6,
  'pkg/pool/pool.go',
  `package pool

// Acquire blocks until a connection is free or the context is done.
func (p *Pool) Acquire(ctx context.Context) (*Conn, error) {
	select {
	case conn := <-p.free:
		return conn, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("acquire connection: %w", ctx.Err())
	}
}`,
  { language: 'go', symbol: 'pool.Pool.Acquire' },
);

const GUIDE_MD = evidence(
  7,
  'docs/operations.md',
  `# Operations

## Backups

Backups run every night at two [3]. Restoring one takes about ten minutes.

## Webhooks

A webhook that fails five times in a row is paused, and its owner gets an e-mail.`,
  { language: 'markdown' },
);

export const ALL = [WEBHOOKS, BACKOFF, INVOICES_CS, INVOICE_PROC, CACHE_PY, POOL_GO, GUIDE_MD];
