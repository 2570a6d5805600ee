import type { IndexJobDto, IndexJobEvent, QuarryClient, SnapshotDetailDto } from '@quarry/client';
import type { RunProgress } from '@quarry/indexer/run';
import { FAULT_CODES, Fault } from '@quarry/turn';
import { IndexingProgress } from '../indexing-progress';
import type { Terminal } from '../terminal';

/** A finished job, and its files that were not fully read. */
export interface FinishedJob {
  readonly job: IndexJobDto;
  readonly failed: SnapshotDetailDto['failed'];
}

/**
 * Follows a job to its end and shows its progress. Ctrl-C ends the command, not the job.
 * @throws Fault of a job that failed or was cancelled; `cancelled` after Ctrl-C, with what to do with the job
 */
export async function followJob(
  { index }: Pick<QuarryClient, 'index'>,
  { id }: IndexJobDto,
  terminal: Terminal,
): Promise<FinishedJob> {
  const progress = new IndexingProgress(terminal);
  const failed: SnapshotDetailDto['failed'] = [];
  terminal.progress(`waiting for an indexer: job ${id}`);
  try {
    for await (const event of index.progress(id, { signal: terminal.signal })) {
      if (event.type === 'job.progress') progress.show(event as IndexJobEvent & RunProgress);
      else if (event.type === 'job.interrupted') terminal.note(String(event['reason']));
      else if (event.type === 'job.failed_file')
        failed.push(event as IndexJobEvent & SnapshotDetailDto['failed'][number]);
    }
  } catch (error) {
    if (!terminal.signal.aborted) throw error;
  }
  terminal.progress('');
  if (terminal.signal.aborted)
    throw new Fault(
      'cancelled',
      `the job ${id} continues on the gateway, which lists it on the page "Index". Cancel it there, or with POST /v1/index-jobs/${id}/cancel.`,
    );
  const job = await index.job(id);
  if (job.status === 'finished') return { job, failed };
  if (job.status === 'cancelled') throw new Fault('cancelled', `the job ${id} was cancelled on the gateway.`);
  const code = FAULT_CODES.find((one) => one === job.fault?.code) ?? 'internal';
  throw new Fault(code, `The job ${id} failed: ${job.fault?.message ?? 'it gave no reason.'}`);
}
