import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchVectors } from './bench-vectors';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'quarry-bench-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Letter pairs: similar words have similar vectors. */
const embedder = {
  id: 'letters@1',
  dimension: 64,
  embed: (texts: readonly string[]) =>
    Promise.resolve(
      texts.map((text) => {
        const vector = new Float32Array(64);
        for (let i = 0; i + 1 < text.length; i++)
          vector[(text.charCodeAt(i) * 31 + text.charCodeAt(i + 1)) % 64]! += 1;
        return vector;
      }),
    ),
  close: () => Promise.resolve(),
};
const run = () =>
  benchVectors(folder, {
    extractFor: () => null,
    link: { all: () => ({ graph: [], state: null }) },
    embedder,
    queries: 30,
    lists: 10,
    probes: [1, 10],
  });

describe('benchVectors', () => {
  it('compares the kinds of index on the same vectors', async () => {
    const words = ['walrus', 'ostrich', 'penguin', 'heron', 'ibis', 'crane', 'stork'];
    const documents = Array.from({ length: 300 }, (_, i) => ({
      id: i,
      text: `${i} ${Array.from({ length: 20 }, (__, n) => words[(i * n + n * n + i) % 7]).join(' ')}`,
    }));
    writeFileSync(join(folder, 'c.jsonl'), documents.map((one) => JSON.stringify(one)).join('\n'));
    const { vectors, queries, rows } = await run();
    expect([vectors, queries]).toEqual([300, 30]);
    expect(rows.map(({ index }) => [index.type, index.metric, index.probes])).toEqual([
      ['flat', 'ip', null],
      ['ivf', 'ip', null],
      ['ivf', 'ip', 1],
      ['ivf', 'ip', 10],
      ['flat', 'l2', null],
    ]);
    expect(rows[0]?.recallAt10).toBe(1);
    expect(rows[3]?.recallAt10).toBe(1);
    expect(rows[2]?.recallAt10).toBeGreaterThan(0);
  });

  it('reports that there is too little to compare', async () => {
    writeFileSync(join(folder, 'a.txt'), 'one');
    await expect(run()).rejects.toMatchObject({ code: 'bad_request' });
  });
});
