import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A line of MONITOR: time, database, the client's address or `lua`, and the command in quotes. */
const COMMAND = /^\+[\d.]+ \[\d+ (\S+)\] "(\w+)"/;

/**
 * Reads the commands that a Redis server runs, over a connection of its own. ioredis has a monitor too, but takes lines
 * that arrive together with the reply to MONITOR for replies to other commands, and throws.
 */
export class Monitor {
  /** Requests of clients so far; INFO, which the benchmark itself sends, does not count. */
  requests = 0;
  private readonly waiting = new Map<string, PromiseWithResolvers<void>>();

  private constructor(private readonly socket: Socket) {
    createInterface({ input: socket }).on('line', (line) => this.read(line));
    socket.on('close', () => {
      for (const { reject } of this.waiting.values())
        reject(new Error('Redis closed the connection that monitors it.'));
    });
  }

  /** @throws Error if the server is unreachable */
  static async open({ host = '127.0.0.1', port = 6379 }: MonitoredServer): Promise<Monitor> {
    const socket = connect(port, host);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const monitor = new Monitor(socket);
    const isOn = monitor.until('+OK');
    socket.write('MONITOR\r\n');
    await isOn;
    return monitor;
  }

  /** Resolves with the line that contains this text. @throws Error if the connection ends before */
  until(text: string): Promise<void> {
    const line = Promise.withResolvers<void>();
    this.waiting.set(text, line);
    return line.promise;
  }

  close(): void {
    this.socket.destroy();
  }

  private read(line: string): void {
    const [, source, name] = COMMAND.exec(line) ?? [];
    if (name !== undefined && source !== 'lua' && name.toLowerCase() !== 'info') this.requests++;
    for (const [text, { resolve }] of this.waiting) {
      if (!line.includes(text)) continue;
      this.waiting.delete(text);
      resolve();
    }
  }
}

interface MonitoredServer {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}
