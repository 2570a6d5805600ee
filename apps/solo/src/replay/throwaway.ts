import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryCarrier, type PromptRecorder } from '@quarry/engine';
import { openGoldenStore } from '@quarry/golden-store';
import { openHistoryStore } from '@quarry/history-store';
import type { Platform } from '@quarry/platform';
import { openRecordStore } from '@quarry/record-store';
import { openSessionCache } from '@quarry/session-cache';
import { openTurnArchive } from '@quarry/turn-archive';

/**
 * The platform with its index, its graph and its embedder, but with empty stores in place of everything that a turn
 * writes. Closing it removes them, and leaves the platform open.
 */
export async function throwawayPlatform(
  platform: Platform,
  sides: Pick<Platform, 'chatModel' | 'claimChecker'> & { readonly promptRecorder: PromptRecorder },
): Promise<Platform> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-replay-'));
  const file = (name: string): string => `sqlite:${join(folder, `${name}.db`)}`;
  const parts = {
    carrier: createMemoryCarrier({ concurrency: 1 }),
    historyStore: openHistoryStore(file('history')),
    goldenStore: openGoldenStore(file('golden')),
    recordStore: openRecordStore(file('records')),
    turnArchive: openTurnArchive(file('turns')),
    sessionCache: openSessionCache(file('sessions')),
  };
  return {
    ...platform,
    ...parts,
    ...sides,
    observer: null,
    close: async () => {
      for (const part of Object.values(parts)) await part.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
