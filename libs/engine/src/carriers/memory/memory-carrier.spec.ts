import { TestClock } from '@quarry/turn/testing';
import { carrierConformance } from '../conformance';
import { createMemoryCarrier } from './memory-carrier';

describe('memory carrier', () => {
  carrierConformance(async (limits, onEnd) => {
    const clock = TestClock.running();
    const carrier = createMemoryCarrier({
      clock,
      ...(limits ? { limits } : {}),
      ...(onEnd ? { onEnd } : {}),
    });
    return { carrier, later: async (ms) => clock.pass(ms), dispose: () => carrier.close() };
  });
});
