import { carrierConformance } from '../conformance';
import { createMemoryCarrier } from './memory-carrier';

describe('memory carrier', () => {
  carrierConformance(async (limits) => {
    const carrier = createMemoryCarrier(limits ? { limits } : {});
    return { carrier, dispose: () => carrier.close() };
  });
});
