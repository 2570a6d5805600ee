import * as fc from 'fast-check';
import { SEED, WHOLE } from '../sample';
import { counted } from './families';
import { clearances, LabelLattice, labellings } from './label-lattice';

/** Requests that are compared at least. */
const WANTED = WHOLE ? 5_000 : 1_000;
const MOST_RUNS = 500;

describe('random labels, callers and requests, on the embedded stores', () => {
  let lattice: LabelLattice;
  beforeAll(async () => {
    lattice = await LabelLattice.open();
  }, 120_000);
  afterAll(() => lattice.close());

  it(
    'show each caller what an index without the rest would show, on every route',
    async () => {
      const drawn = fc.sample(fc.tuple(labellings, clearances), { numRuns: MOST_RUNS, seed: SEED });
      for (const [labelling, clearance] of drawn) {
        if (lattice.compared >= WANTED) break;
        const differences = await lattice.differences(labelling, clearance);
        expect({ labelling, clearance, differences: differences.slice(0, 5) }).toEqual({
          ...{ labelling, clearance, differences: [] },
        });
      }
      if (WHOLE) counted('test/security/labels.proof.spec.ts', lattice.compared);
      else expect(lattice.compared).toBeGreaterThanOrEqual(WANTED);
    },
    WHOLE ? 3_600_000 : 900_000,
  );
});
