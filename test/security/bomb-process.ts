/**
 * Reads a decompression bomb like the indexer does, and reports the cost. argv[2]: its kind; argv[3]: a harmless file of
 * that kind, which loads the code and allocates memory first; argv[4]: the bomb.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDocumentReader } from '@quarry/documents';
import { readBundle } from '../../libs/indexing/src/import/bundle-files';
import { readRecords } from '../../libs/indexing/src/import/bundle-records';

export type BombKind = 'docx' | 'pdf' | 'html' | 'bundle';

/** The result of reading a bomb, and its cost: CPU time of the process, and peak growth of its memory. */
export interface Burst {
  /** Why the harmless file was rejected; null if it was read. */
  readonly harmless: string | null;
  /** Why the bomb was rejected; null if it was read. */
  readonly refusal: string | null;
  readonly cpuMs: number;
  readonly rssMb: number;
}

const HOOK = join(__dirname, '../../libs/sqlite/src/testing/typescript-hook.cjs');
const STATUS = '/proc/self/status';
const reader = openDocumentReader({ execArgv: ['--conditions=quarry-source', '-r', HOOK] });

async function meet(kind: BombKind, path: string): Promise<string | null> {
  if (kind === 'bundle') {
    try {
      readRecords(readBundle(path));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  const loaded = await reader.read(path, kind);
  return loaded.kind === 'refused' ? `${loaded.refusal}: ${loaded.reason}` : null;
}

/**
 * Begins to measure the peak growth of this process's memory, in MB. Linux can reset the peak; elsewhere, the peak since
 * the start counts.
 */
function peakMemory(): () => number {
  const peak = (): number => {
    const [, kb] = existsSync(STATUS) ? (/VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8')) ?? []) : [];
    return Number(kb ?? process.resourceUsage().maxRSS) / 1_024;
  };
  if (existsSync(STATUS)) writeFileSync('/proc/self/clear_refs', '5');
  const before = peak();
  return () => peak() - before;
}

async function main(kind: BombKind, harmless: string, bomb: string): Promise<Burst> {
  const twin = await meet(kind, harmless);
  for (let i = 0; i < 2; i++) await meet(kind, harmless);
  globalThis.gc?.();
  const peak = peakMemory();
  const began = process.cpuUsage();
  const refusal = await meet(kind, bomb);
  const { user, system } = process.cpuUsage(began);
  const rssMb = peak();
  return { harmless: twin, refusal, cpuMs: (user + system) / 1_000, rssMb };
}

const [, , kind, harmless = '', bomb = ''] = process.argv;
void main(kind as BombKind, harmless, bomb).then(async (burst) => {
  process.stdout.write(JSON.stringify(burst));
  await reader.close();
});
