import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the ports that a system gives to whoever asks for any (32768 upwards on Linux, 49152 elsewhere): no connection, and no server on port 0, comes
 * to one of these in between.
 */
const PORTS = 20_000;
/** Held beside a port for as long as this process lives: no other test is given the same one, also while its server is being restarted. */
const CLAIMS = 10_000;
const COUNT = 10_000;

/** A port of this machine that nothing listens on, and that nobody else is given. */
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

/** Null where something else listens there. */
async function listening(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => null,
  );
}
