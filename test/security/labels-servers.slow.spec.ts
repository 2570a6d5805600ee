import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describeWithServers } from '../servers/servers';
import { clearances, LabelLattice, labellings } from './label-lattice';

const SEED = 26;
/** Each compares 200 to 300 requests on both sides; labels.proof.spec.ts has more of them, on embedded stores. */
const RUNS = 2;

describeWithServers('random labels, callers and requests, on the servers', ({ elasticsearch, neo4j }) => {
  const own = `labels-${randomBytes(6).toString('hex')}`;
  let lattice: LabelLattice;
  beforeAll(async () => {
    lattice = await LabelLattice.open((side) => ({
      searchIndexUrl: `elasticsearch:${elasticsearch}/${own}-${side}`,
      graphStoreUrl: `${neo4j}?namespace=${own}-${side}`,
    }));
  }, 300_000);
  afterAll(async () => {
    await lattice.close();
    for (const side of ['labelled', 'bare']) await discard(elasticsearch, `${own}-${side}`);
  });

  it('show each caller what an index without the rest would show, on every route', async () => {
    for (const [labelling, clearance] of fc.sample(fc.tuple(labellings, clearances), {
      numRuns: RUNS,
      seed: SEED,
    }))
      expect((await lattice.differences(labelling, clearance)).slice(0, 5)).toEqual([]);
    expect(lattice.compared).toBeGreaterThan(400);
  }, 900_000);
});

/** Deletes what the store of one prefix leaves behind. */
async function discard(elasticsearch: string, prefix: string): Promise<void> {
  const listed = await fetch(`${elasticsearch}/_cat/indices/${prefix}.*?h=index`);
  for (const index of (await listed.text()).split('\n').filter((name) => name.startsWith(prefix)))
    await fetch(`${elasticsearch}/${index}`, { method: 'DELETE' });
  await fetch(`${elasticsearch}/_index_template/${prefix}.search`, { method: 'DELETE' });
}
