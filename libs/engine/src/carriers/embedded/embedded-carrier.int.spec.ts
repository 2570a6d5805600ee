import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrierConformance } from '../conformance';
import { createEmbeddedCarrier } from './embedded-carrier';

describe('embedded carrier', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-embedded-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let made = 0;

  carrierConformance(async (limits, onEnd) => {
    const file = join(folder, `${made++}`, 'carrier.db');
    const carrier = createEmbeddedCarrier({
      file,
      ...(limits ? { limits } : {}),
      ...(onEnd ? { onEnd } : {}),
    });
    await carrier.check();
    return { carrier, dispose: () => carrier.close() };
  });
});
