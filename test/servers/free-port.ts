import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the ephemeral ports of the system (from 32768 on Linux, from 49152 elsewhere), so that no connection and no
 * server on port 0 receives one of these.
 */
const PORTS = 20_000;
/** A second port, held while this process lives: no other test receives the port, even while its server restarts. */
const CLAIMS = 10_000;
const COUNT = 10_000;

/** A free port of this machine that no other test receives. */
export async function freePort(): Promise<number> {
  for (;;) {
    const n = randomInt(COUNT);
    const claim = await listening(CLAIMS + n);
    const probe = claim && (await listening(PORTS + n));
    if (!probe) {
      claim?.close();
      continue;
    }
    claim.unref();
    probe.close();
    await once(probe, 'close');
    return PORTS + n;
  }
}

/** Null if something else listens there. */
async function listening(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => null,
  );
}
