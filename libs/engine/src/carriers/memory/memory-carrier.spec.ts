import { carrierConformance } from '../conformance';
import { createMemoryCarrier } from './memory-carrier';

describe('memory carrier', () => {
  carrierConformance(async (limits, onEnd) => {
    const carrier = createMemoryCarrier({ ...(limits ? { limits } : {}), ...(onEnd ? { onEnd } : {}) });
    return { carrier, dispose: () => carrier.close() };
  });
});
