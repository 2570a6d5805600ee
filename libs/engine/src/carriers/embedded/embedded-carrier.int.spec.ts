import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '@quarry/turn/testing';
import { carrierConformance } from '../conformance';
import { createEmbeddedCarrier } from './embedded-carrier';

describe('embedded carrier', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-embedded-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let made = 0;

  carrierConformance(async (limits, onEnd) => {
    const file = join(folder, `${made++}`, 'carrier.db');
    const clock = TestClock.running();
    const carrier = createEmbeddedCarrier({
      ...{ file, clock },
      ...(limits ? { limits } : {}),
      ...(onEnd ? { onEnd } : {}),
    });
    await carrier.check();
    return { carrier, later: async (ms) => clock.pass(ms), dispose: () => carrier.close() };
  });
});
