import type { MoveToDelayedOpts, RedisQueueBackend } from 'bullmq';
import type { RedisLedger } from './redis-ledger';

/**
 * Bases every delay of a queue on the server's clock, and routes the taking of jobs through the ledger. BullMQ computes
 * delays with this process's clock: if that is hours ahead of the server, it delays a failed job for hours and fetches
 * delayed ones early; if it is hours behind, it sleeps past them.
 */
export function byServerTime(backend: RedisQueueBackend, queue: string, ledger: RedisLedger): void {
  const { alone } = ledger.deliveries;
  const complete = backend.moveToCompleted.bind(backend);
  const fail = backend.moveToFailed.bind(backend);
  const wait = backend.waitForJob.bind(backend);
  // A woken worker has consumed the marker, and must look for a job.
  let woken = false;
  // This process was woken and may take nothing: another one must look instead.
  let isOwed = false;
  backend.waitForJob = async (seconds) => {
    if (isOwed || alone.isClosed) {
      await alone.open();
      isOwed = false;
      woken = true;
      return { member: '0', score: 0 };
    }
    const left = ledger.deliveries.untilDelayed(queue) / 1_000;
    const marker =
      left > 0 ? await wait(Math.max(backend.minimumBlockTimeout, Math.min(seconds, left))) : null;
    woken = true;
    // A marker may contain when the next job is due. Only the server knows whether that time has come.
    return marker && { ...marker, score: 0 };
  };
  // BullMQ starts a taken job only after it knows whether there is another one: nothing here may wait for a job that is
  // not started.
  backend.moveToActive = async (token) => {
    const free = alone.isClosed ? null : ledger.handOvers.untilFree(queue);
    if (free) {
      // Hops that were handed over have all places since this worker began to wait. Another process may have one.
      if (woken) await ledger.passOn(queue);
      await free;
    }
    if (alone.isClosed) {
      isOwed ||= woken;
      woken = false;
      if (isOwed) await ledger.passOn(queue);
      isOwed = false;
      return [];
    }
    if (ledger.deliveries.wasEmptied(queue) && !woken) return [];
    woken = false;
    return ledger.take(queue, token);
  };
  backend.moveToDelayed = async (id, _now, ms, token = '0', options = {}) => {
    const code = await ledger.putOff(queue, { id, token, ms, ...countedOf(options) });
    if (code < 0)
      throw backend.finishedErrors({ code, jobId: id, command: 'moveToDelayed', state: 'active' });
  };
  backend.moveToCompleted = async (job, value, keep, token) => {
    const next = ledger.deliveries.nextOf(job);
    return next ? { result: next, finishedOn: Date.now() } : complete(job, value, keep, token, false);
  };
  backend.moveToFailed = (job, reason, keep, token, _fetchNext, fields) =>
    fail(job, reason, keep, token, false, fields);
}

function countedOf({ skipAttempt, fieldsToUpdate = {} }: MoveToDelayedOpts): {
  readonly counts: boolean;
  readonly fields: readonly string[];
} {
  const said = Object.entries(fieldsToUpdate).filter(([, value]) => value !== undefined);
  return { counts: skipAttempt !== true, fields: said.flatMap(([name, value]) => [name, String(value)]) };
}
