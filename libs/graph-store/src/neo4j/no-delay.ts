import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Where Node tells of every TCP connection that it is about to make; those under TLS are not told of. */
const CHANNEL = 'net.client.socket';

/**
 * Turns Nagle's algorithm off for connections to `port`. The driver leaves it on and sends a request in pieces of 1,400
 * bytes, so that each larger one waits about 40 ms for the server's delayed acknowledgement of its first piece.
 * @returns ends it for connections made from then on
 */
export function sendAtOnce(port: number): () => void {
  const heed = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    socket.once('connect', () => {
      if (socket.remotePort === port) socket.setNoDelay(true);
    });
  };
  subscribe(CHANNEL, heed);
  return () => {
    unsubscribe(CHANNEL, heed);
  };
}
