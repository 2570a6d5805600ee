import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import type { FileFacts } from '../facts';
import { codeOf } from '../flow/flow-code';
import type { FlowFacts } from '../flow/flow-facts';
import { outlineOf } from '../link/outline';
import { FactsCache } from './facts-cache';

const FACTS: FileFacts = {
  ...{ path: 'a.ts', language: 'typescript', nodes: [], references: [], imports: [] },
  problem: 'The parser cannot read line 1; the rest is read.',
};
const KEY = { path: 'a.ts', hash: 'h1' };
const FILE = { path: 'a.ts', absolute: '/src/a.ts', bytes: 3, modified: false, stamp: '1:3:5:5' };

const FLOW: FlowFacts = {
  ...{ slots: 2, functions: [], classes: [], exports: [['a', 1]], wildcards: [] },
  facts: [['=', 1, 0]],
};
/** Removes what formats after 6 and 4 added. */
const NEWER_THAN_6 = 'DROP TABLE ocr_page; DROP TRIGGER IF EXISTS facts_forgotten; DROP TABLE flow;';
const NEWER_THAN_4 = `${NEWER_THAN_6} DROP TABLE outline; DROP TABLE linked_graph; DROP TABLE linked_file;`;

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
      DROP TABLE facts; DROP TABLE seen; ${NEWER_THAN_4}
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

  it('of format 4 makes the outlines that it lacks', () => {
    inRun((cache) => cache.put([{ hash: 'h1', facts: FACTS }]));
    const old = new DatabaseSync(file);
    old.exec(`${NEWER_THAN_4} PRAGMA user_version = 4`);
    old.close();
    inRun((cache) => expect(cache.outlines([KEY])).toEqual([outlineOf(FACTS)]));
    inRun((cache) => {
      expect(cache.facts(KEY)).toEqual(FACTS);
      cache.forgetFacts(KEY.path, KEY.hash);
      expect(() => cache.outlines([KEY])).toThrow(expect.objectContaining({ code: 'store_unavailable' }));
    });
  });

  it('of format 6 keeps the flow in its facts, and takes it apart when all are read', () => {
    const facts = { ...FACTS, flow: FLOW };
    inRun(() => undefined);
    const old = new DatabaseSync(file);
    old.exec(`${NEWER_THAN_6} PRAGMA user_version = 6`);
    const body = zstdCompressSync(JSON.stringify(facts));
    old.prepare('INSERT INTO facts VALUES (?, ?, ?, ?, ?)').run('a.ts', 'h1', null, body, 1);
    old.close();
    inRun((cache) => {
      expect(cache.facts(KEY)).toEqual(facts);
      expect(cache.flows([KEY])).toEqual([codeOf(FLOW)]);
    });
    inRun((cache) => {
      expect(cache.facts(KEY)).toEqual(facts);
      expect(cache.flows([KEY])).toEqual([codeOf(FLOW)]);
      cache.forgetFacts(KEY.path, KEY.hash);
      expect(() => cache.flows([KEY])).toThrow(expect.objectContaining({ code: 'store_unavailable' }));
    });
  });

  it('keeps the flow of a file, and that it has none, apart from its other facts', () => {
    const facts = { ...FACTS, flow: FLOW };
    inRun((cache) =>
      cache.put([
        { hash: 'h1', facts },
        { hash: 'h2', facts: FACTS },
      ]),
    );
    inRun((cache) => {
      expect(cache.facts(KEY)).toEqual(facts);
      expect(cache.facts({ ...KEY, hash: 'h2' })).toEqual(FACTS);
      expect(cache.flows([KEY, { ...KEY, hash: 'h2' }])).toEqual([codeOf(FLOW), undefined]);
    });
    const rows = new DatabaseSync(file);
    expect(rows.prepare('SELECT hash, length(body) > 0 AS some FROM flow ORDER BY hash').all()).toEqual([
      { hash: 'h1', some: 1 },
      { hash: 'h2', some: 0 },
    ]);
    rows.close();
  });

  it('keeps what linking found out, and changes it file by file', () => {
    const edge = { from: 'a', to: 'b', kind: 'CALLS', line: 3, confidence: 0.9 } as const;
    const links = (...numbers: number[]) => ({
      ...{ dependencies: Uint32Array.from(numbers), inferred: [edge], others: 'x' },
      linked: { edges: [edge], keys: numbers.length === 1 ? new Map([['a', 'a~2']]) : undefined },
    });
    const state = { settings: 's', attached: new Map([[7, 'seven']]), flow: Uint32Array.of(1, 2 ** 32 - 1) };
    const content = ({ links }: FactsCache) => {
      const { files, ...rest } = links.state('main');
      return {
        ...{ ...rest, hashes: [...(links.hashes('main') ?? [])] },
        files: [...files].map(([path, { dependencies, inferred, others, linked }]) => [
          ...[path, dependencies, inferred, others, linked],
        ]),
      };
    };
    inRun((cache) => {
      const files = new Map([
        ['a.ts', links(1, 2)],
        ['b.ts', links()],
      ]);
      const hashes = new Map([
        ['a.ts', 'h1'],
        ['b.ts', 'h2'],
      ]);
      cache.links.set('main', { hashes, state: { ...state, files } });
    });
    inRun((cache) => {
      const project = { ...state, settings: 't' };
      const files = new Map([['a.ts', links(9)]]);
      cache.links.change('main', new Map([['a.ts', 'h3']]), { files, project }, ['b.ts']);
    });
    inRun((cache) => {
      const linked = { edges: [edge], keys: new Map([['a', 'a~2']]) };
      expect(content(cache)).toEqual({
        ...{ settings: 't', attached: state.attached, flow: state.flow, hashes: [['a.ts', 'h3']] },
        files: [['a.ts', Uint32Array.of(9), [edge], 'x', linked]],
      });
      expect(cache.links.file('main', 'a.ts')).toMatchObject({ others: 'x', linked });
      expect(cache.links.file('main', 'b.ts')).toBeUndefined();
      expect(cache.links.hashes('other')).toBeNull();
      cache.links.change('main', new Map([['a.ts', 'h4']]), { files: new Map(), project: null }, []);
      expect(cache.links.state('main').settings).toBe('t');
    });
    for (let run = 0; run < 50; run++) inRun((cache) => cache.links.keep('main'));
    inRun((cache) => expect(cache.links.hashes('main')?.size).toBe(1));
    for (let run = 0; run < 50; run++) inRun(() => undefined);
    inRun((cache) => expect(cache.links.hashes('main')).toBeNull());
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
