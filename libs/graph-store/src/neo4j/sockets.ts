import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Whose call it is in which a TCP connection is made. */
const making = new AsyncLocalStorage<Sockets>();

// Node tells of every TCP connection before it makes it (not of those under TLS).
subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket };
  making.getStore()?.take(socket);
});

/**
 * The TCP connections of one driver, for what the driver has no option for.
 *
 * It leaves Nagle's algorithm on and sends a request in pieces of 1,400 bytes, so that each larger one waits about 40 ms for
 * the server's delayed acknowledgement of its first piece. And it does not close a connection that the server has never
 * answered on, which keeps the process from ending.
 */
export class Sockets {
  private readonly open = new Set<Socket>();

  /** Connections that are made in `call`, however late, are of this driver. */
  during<Result>(call: () => Result): Result {
    return making.run(this, call);
  }

  destroy(): void {
    for (const socket of this.open) socket.destroy();
  }

  take(socket: Socket): void {
    this.open.add(socket);
    socket.once('connect', () => socket.setNoDelay(true));
    socket.once('close', () => this.open.delete(socket));
  }
}
