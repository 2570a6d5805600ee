import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FileFacts } from '../facts';
import { FactsCache } from './facts-cache';

const FACTS: FileFacts = {
  ...{ path: 'a.ts', language: 'typescript', nodes: [], references: [], imports: [] },
  problem: 'The parser cannot read line 1; the rest is read.',
};
const KEY = { path: 'a.ts', hash: 'h1' };
const FILE = { path: 'a.ts', absolute: '/src/a.ts', bytes: 3, modified: false, stamp: '1:3:5:5' };

describe('the facts cache', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-facts-'));
    file = join(folder, 'facts.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What `work` returns in a run of its own. */
  function inRun<Result>(work: (cache: FactsCache) => Result): Result {
    const cache = FactsCache.open(file);
    try {
      return work(cache);
    } finally {
      cache.close();
    }
  }

  it('returns facts as they were, and says what their reader could not read', () => {
    inRun((cache) => cache.put([{ hash: 'h1', facts: FACTS }]));
    inRun((cache) => {
      expect(cache.known([KEY, { ...KEY, hash: 'h2' }])).toEqual([{ problem: FACTS.problem }, null]);
      expect(cache.facts(KEY)).toEqual(FACTS);
      expect(cache.facts({ ...KEY, hash: 'h2' })).toBeNull();
    });
  });

  it('keeps what runs use, however many follow, and forgets the rest', () => {
    inRun((cache) => {
      cache.put(['used', 'unused'].map((hash) => ({ hash, facts: FACTS })));
      cache.seen.put([
        { source: FILE, sha: 'a', text: null },
        { source: { ...FILE, absolute: '/src/b.ts' }, sha: 'b', text: null },
      ]);
    });
    for (let run = 0; run < 50; run++) {
      inRun((cache) => {
        cache.known([{ ...KEY, hash: 'used' }]);
        cache.seen.get([FILE]);
      });
    }
    inRun((cache) => {
      expect(cache.facts({ ...KEY, hash: 'used' })).toEqual(FACTS);
      expect(cache.facts({ ...KEY, hash: 'unused' })).toBeNull();
      expect(cache.seen.get([FILE, { ...FILE, absolute: '/src/b.ts' }])).toEqual([
        { sha: 'a', text: null },
        null,
      ]);
    });
  });

  it('of format 3 keeps its facts, so that no file is parsed again', () => {
    inRun(() => undefined);
    const old = new DatabaseSync(file);
    old.exec(`
      DROP TABLE facts; DROP TABLE seen;
      CREATE TABLE facts (
        path TEXT NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL, run INTEGER NOT NULL, PRIMARY KEY (path, hash)
      ) STRICT;
      PRAGMA user_version = 3`);
    old.prepare('INSERT INTO facts VALUES (?, ?, ?, ?)').run('a.ts', 'h1', JSON.stringify(FACTS), 1);
    old.close();
    inRun((cache) => {
      expect(cache.known([KEY])).toEqual([{ problem: FACTS.problem }]);
      expect(cache.facts(KEY)).toEqual(FACTS);
    });
  });

  it('knows a file as long as its stamp is the same', () => {
    const seen = { sha: 'abc', text: { kind: 'text', remark: 'is not UTF-8' } } as const;
    const { stamp: _stamp, ...unsettled } = FILE;
    inRun((cache) => cache.seen.put([{ source: FILE, ...seen }]));
    inRun((cache) => {
      expect(cache.seen.get([FILE, { ...FILE, stamp: '1:3:5:6' }, unsettled])).toEqual([seen, null, null]);
      cache.seen.put([{ source: { ...unsettled, absolute: '/src/b.ts' }, ...seen }]);
      expect(cache.seen.get([{ ...FILE, absolute: '/src/b.ts' }])).toEqual([null]);
    });
  });
});
