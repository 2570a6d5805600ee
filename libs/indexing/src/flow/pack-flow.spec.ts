import fc from 'fast-check';
import { runsOf, SEED } from '../../../../test/sample';
import { loadReaders } from '../readers';
import { NONE, type FlowFact, type FlowFacts } from './flow-facts';
import { packFlow, unpackFlow } from './pack-flow';

const slot = fc.oneof({ weight: 4, arbitrary: fc.nat(300_000) }, { weight: 1, arbitrary: fc.constant(NONE) });
const number = fc.integer({ min: NONE, max: 100_000 });
const text = fc.string({ unit: 'binary' });
const orNull = fc.option(text);

const fact: fc.Arbitrary<FlowFact> = fc.oneof(
  fc.tuple(fc.constant('='), slot, slot),
  fc.tuple(fc.constantFrom('f', 'c'), slot, number),
  fc.tuple(fc.constant('{'), slot, fc.constantFrom('object', 'list')),
  fc.tuple(fc.constant('k'), slot, text),
  fc.tuple(fc.constant('m'), slot, text, text),
  fc.tuple(fc.constant('t'), slot, text, number),
  fc.tuple(fc.constant('.'), slot, slot, text),
  fc.tuple(fc.constant('.='), slot, text, slot),
  fc.tuple(fc.constant('['), slot, slot, slot, orNull),
  fc.tuple(fc.constant('[='), slot, slot, orNull, slot),
  fc.tuple(fc.constant('i'), slot, slot, number, number),
  fc.tuple(fc.constant('s'), slot, number, slot),
  fc.tuple(
    ...[fc.constant('('), slot, slot, fc.array(slot), fc.array(fc.tuple(text, slot)), number, number],
    fc.constantFrom('call', 'decorate', 'raise', 'new'),
  ),
);

describe('the packed flow of a file', () => {
  it('is the flow', () => {
    const flow = fc.record({
      slots: fc.nat(),
      facts: fc.array(fact),
      ...{ functions: fc.constant([]), classes: fc.constant([]) },
      exports: fc.array(fc.tuple(text, slot)),
      wildcards: fc.array(text),
    });
    fc.assert(
      fc.property(flow, (each: FlowFacts) => expect(unpackFlow(packFlow(each))).toEqual(each)),
      { numRuns: runsOf(200), seed: SEED },
    );
  });

  it('takes less room than its text, and no flow takes none', async () => {
    const { extractFor } = await loadReaders();
    const source = 'export function total(items) { return items.map((item) => item.price * item.count); }\n';
    const read = extractFor('a.ts')?.('a.ts', source.repeat(50));
    const packed = packFlow(read?.flow);
    expect(unpackFlow(packed)).toEqual(read?.flow);
    expect(read?.flow?.facts.length).toBeGreaterThan(300);
    expect(packed.length).toBeLessThan(JSON.stringify(read?.flow).length / 10);
    expect(packFlow(undefined)).toHaveLength(0);
    expect(unpackFlow(new Uint8Array())).toBeUndefined();
  });
});
