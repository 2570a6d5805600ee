import * as fc from 'fast-check';
import { clearances, LabelLattice, labellings } from './label-lattice';

describe('a caller whom labels limit', () => {
  let lattice: LabelLattice;
  beforeAll(async () => {
    lattice = await LabelLattice.open();
  }, 120_000);
  afterAll(() => lattice.close());

  it('gets what an index without the rest would give it, on every route', async () => {
    await fc.assert(
      fc.asyncProperty(labellings, clearances, async (labelling, clearance) => {
        expect((await lattice.differences(labelling, clearance)).slice(0, 3)).toEqual([]);
      }),
      // labels.proof.spec.ts has more of them.
      { numRuns: 3, seed: 26, endOnFailure: true },
    );
    expect(lattice.compared).toBeGreaterThan(400);
  }, 600_000);
});
