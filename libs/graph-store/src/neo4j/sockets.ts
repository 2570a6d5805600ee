import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** The driver during whose call a TCP connection is created. */
const making = new AsyncLocalStorage<Sockets>();

/** Node publishes every TCP connection here before it creates it (not those under TLS). */
const CHANNEL = 'net.client.socket';

/**
 * The TCP connections of one driver, for features that the driver lacks an option for.
 *
 * The driver leaves Nagle's algorithm on and sends a request in pieces of 1,400 bytes, so that each larger one waits
 * about 40 ms for the server's delayed acknowledgement of its first piece. And it does not close a connection on which
 * the server never responded, which keeps the process from ending.
 */
export class Sockets {
  private readonly open = new Set<Socket>();
  private listening = false;

  /** Connections that are created in `call`, at any time, belong to this driver. */
  during<Result>(call: () => Result): Result {
    if (!this.listening) subscribe(CHANNEL, this.hear);
    this.listening = true;
    return making.run(this, call);
  }

  /** Closes open connections and stops listening: call it when the driver is closed. */
  destroy(): void {
    unsubscribe(CHANNEL, this.hear);
    this.listening = false;
    for (const socket of this.open) socket.destroy();
  }

  private readonly hear = (message: unknown): void => {
    if (making.getStore() !== this) return;
    const { socket } = message as { readonly socket: Socket };
    this.open.add(socket);
    socket.once('connect', () => socket.setNoDelay(true));
    socket.once('close', () => this.open.delete(socket));
  };
}
