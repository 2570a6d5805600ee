import { setTimeout as sleep } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import {
  isBlocked,
  isBusy,
  isMissingIndex,
  readRefusal,
  refusalFault,
  refusalOf,
  type Refusal,
} from '@quarry/elasticsearch';
import { Fault } from '@quarry/turn';
import { linesOf, split, tooLarge, type Item, type Operation, type Outcome } from './bulk-requests';
import type { Snapshot } from './snapshot';

/** Maximum number of concurrent requests. */
const CONCURRENCY = 2;
/** Delays while the server is overloaded, about a minute in total. */
const PATIENCE = { first: 100, longest: 8_000, attempts: 14 };

/**
 * Writes operations in requests of bounded size, a few at a time. Operations on the same document must not be in one
 * call. Items that the overloaded server rejects are resent; any other rejection is a fault that names the document.
 * @param index the alias, or the name of an index that has none yet
 * @returns one outcome per operation, in order
 * @throws Fault `store_unavailable` (retryable) if the server stays overloaded, `index_missing`, `index_busy`,
 *   `bad_request` for a document that is too large
 */
export async function bulk(
  snapshot: Snapshot,
  operations: readonly Operation[],
  index = snapshot.alias,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const requests = split(
    operations.map((operation, at) => ({ operation, lines: linesOf(operation, snapshot), at })),
  );
  const worker = async (): Promise<void> => {
    for (let items = requests.shift(); items; items = requests.shift())
      await deliver(snapshot, index, items, outcomes);
  };
  // No request of this call is in flight when the call ends, even after a failure.
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return outcomes;
}

async function deliver(
  snapshot: Snapshot,
  index: string,
  all: readonly Item[],
  outcomes: Outcome[],
): Promise<void> {
  let items = all;
  for (let attempt = 1; ; attempt++) {
    const { rejected, refusal } = await send(snapshot, index, items, outcomes);
    if (rejected.length === 0 || refusal === null) return;
    if (attempt >= PATIENCE.attempts) throw refusalFault(refusal, snapshot.server.address);
    const longest = Math.min(PATIENCE.longest, PATIENCE.first * 2 ** attempt);
    await sleep(longest / 2 + (Math.random() * longest) / 2);
    items = rejected;
  }
}

/** Sends one request. @returns the items that the overloaded server rejected, and its message */
async function send(
  snapshot: Snapshot,
  index: string,
  items: readonly Item[],
  outcomes: Outcome[],
): Promise<{ readonly rejected: readonly Item[]; readonly refusal: Refusal | null }> {
  let response: estypes.BulkResponse;
  try {
    response = await snapshot.call((client) =>
      client.bulk({
        index,
        require_alias: index === snapshot.alias,
        operations: [
          items
            .map(({ lines }) => lines)
            .join('')
            .trimEnd(),
        ],
      }),
    );
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.status === 413) return halves(snapshot, index, items, outcomes);
    if (refusal && isBusy(refusal)) return { rejected: items, refusal };
    throw error;
  }
  const rejected: Item[] = [];
  let refusal: Refusal | null = null;
  response.items.forEach((result, i) => {
    const item = items[i];
    const [answer] = Object.values(result);
    if (!item || !answer) return;
    const refused = read(snapshot, item, answer, outcomes);
    if (!refused) return;
    rejected.push(item);
    refusal = refused;
  });
  return { rejected, refusal };
}

/**
 * Records the outcome of an item. @returns the rejection, if the item should be resent. @throws Fault for any other
 * rejection
 */
function read(
  snapshot: Snapshot,
  { operation, at }: Item,
  answer: estypes.BulkResponseItem,
  outcomes: Outcome[],
): Refusal | null {
  const { status, error } = answer;
  if (status === 409) {
    outcomes[at] = { kind: 'conflict' };
    return null;
  }
  // Deleting a document that does not exist is not an error.
  if (error === undefined) {
    outcomes[at] = {
      kind: 'done',
      revision: { seqNo: answer._seq_no ?? -1, primaryTerm: answer._primary_term ?? 0 },
    };
    return null;
  }
  const refusal = readRefusal(status, error);
  if (isBusy(refusal)) return refusal;
  if (isBlocked(refusal)) throw snapshot.busy();
  if (isMissingIndex(refusal)) throw snapshot.missing();
  const what = operation.kind === 'put' ? operation.document.label : `document ${operation.id}`;
  throw new Fault(
    'internal',
    `${snapshot.name}: ${what} was refused (${status} ${refusal.type}): ${refusal.reason}`,
  );
}

/** A proxy in front of the server limits the size of requests. */
async function halves(
  snapshot: Snapshot,
  index: string,
  items: readonly Item[],
  outcomes: Outcome[],
): Promise<{ readonly rejected: readonly Item[]; readonly refusal: null }> {
  const [only] = items;
  if (items.length === 1 && only) {
    const label = only.operation.kind === 'put' ? only.operation.document.label : only.operation.id;
    throw tooLarge(label, only.lines.length, snapshot);
  }
  const middle = Math.ceil(items.length / 2);
  await deliver(snapshot, index, items.slice(0, middle), outcomes);
  await deliver(snapshot, index, items.slice(middle), outcomes);
  return { rejected: [], refusal: null };
}
