import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecordStore, type RecordStore } from '@quarry/record-store';
import { openTurn, type Turn } from '@quarry/turn';
import { openTurnArchive, type TurnArchive } from '@quarry/turn-archive';
import type { Caller } from '../access/caller';
import { FeedbackService } from '../turns/feedback.service';
import type { TurnFinder } from '../turns/find-turn';
import { ArchivePruner } from './archive-pruner';

const DAY_MS = 24 * 3_600_000;
const CALLER: Caller = { tenant: 'acme', key: 'k', role: 'reader', pipelines: null, repositories: null };

describe('ArchivePruner', () => {
  let folder: string;
  let archive: TurnArchive;
  let records: RecordStore;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-prune-'));
    archive = openTurnArchive(`sqlite:${join(folder, 'turns.db')}`);
    records = openRecordStore(`sqlite:${join(folder, 'records.db')}`);
  });
  afterEach(async () => {
    await archive.close();
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function turnOf(id: string, days: number): Turn {
    const askedAt = Date.now() - days * DAY_MS;
    const named = { id, tenant: 'acme', session: 's', pipeline: 'code@a', question: 'Why?', isEnglish: true };
    return {
      ...openTurn({ ...named, askedAt, deadline: askedAt }),
      end: { outcome: 'answered', reason: '' },
    };
  }

  it('deletes turns and feedback older than the retention, and starts automatically', async () => {
    const finder = {
      any: async (_asker: unknown, id: string) => {
        const archived = await archive.load('acme', id);
        return { ...archived, v: 0, at: '', status: 'ended', events: [] };
      },
    } as unknown as TurnFinder;
    const feedback = new FeedbackService(records, finder);
    for (const [id, days] of [
      ['old', 8],
      ['new', 6],
    ] as const) {
      await archive.save({ turn: turnOf(id, days), events: [] });
      await feedback.give(CALLER, id, {
        rating: 'up',
        reasons: [],
        comment: null,
        citation: null,
        claim: null,
      });
    }
    const pruner = new ArchivePruner({ turnRetentionDays: 7 } as never, archive, feedback);
    pruner.onApplicationBootstrap();
    await pruner.onModuleDestroy();
    expect((await archive.list('acme', {}, { limit: 9 })).map(({ id }) => id)).toEqual(['new']);
    expect(await feedback.ratings('acme', ['old', 'new'])).toEqual([
      { up: 0, down: 0 },
      { up: 1, down: 0 },
    ]);
  });
});
