import type { JobEvent } from './data';
import { after, NOTHING_YET, phaseWords } from './job-progress';

const at = '2026-11-22T12:00:00Z';
const view = (...events: JobEvent[]) => events.reduce(after, NOTHING_YET);

describe('the progress of a job', () => {
  it('keeps the newest of each phase, in the order in which they came', () => {
    const { phases } = view(
      { type: 'job.started', at, attempt: 1 },
      { type: 'job.progress', at, phase: 'read', done: 1, total: 4 },
      { type: 'job.progress', at, phase: 'chunks', done: 0, total: 9 },
      { type: 'job.progress', at, phase: 'read', done: 4, total: 4 },
    );
    expect(phases).toEqual([
      { phase: 'read', done: 4, total: 4 },
      { phase: 'chunks', done: 0, total: 9 },
    ]);
    expect(phaseWords('chunks')).toBe('Writing text to search');
    expect(phaseWords('other')).toBe('other');
  });

  it('lists a failed file once, however often it is reported', () => {
    const failed = {
      type: 'job.failed_file',
      at,
      kind: 'skipped',
      path: 'a.ts',
      reason: 'too large',
    } as const;
    expect(view(failed, failed).failed).toEqual([{ kind: 'skipped', path: 'a.ts', reason: 'too large' }]);
  });

  it('is interrupted until it is begun again, and has an end', () => {
    const broken = view({ type: 'job.interrupted', at, reason: 'the indexer was lost' });
    expect(broken.interrupted).toBe('the indexer was lost');
    expect(after(broken, { type: 'job.started', at, attempt: 2 }).interrupted).toBeNull();
    expect(
      view({ type: 'job.finished', at, status: 'failed', reason: 'no folder', code: 'x' }).finished,
    ).toEqual({
      status: 'failed',
      reason: 'no folder',
    });
  });
});
