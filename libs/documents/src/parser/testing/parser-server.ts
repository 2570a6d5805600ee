import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Reply {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server that replies as a script says: the next reply, or none at all. */
export interface ParserServer {
  readonly url: string;
  readonly asked: Asked[];
  readonly replies: (Reply | 'hang')[];
  close(): Promise<void>;
}

export async function startParserServer(): Promise<ParserServer> {
  const asked: Asked[] = [];
  const replies: (Reply | 'hang')[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, path: url, headers, body: Buffer.concat(parts) });
      const reply = replies.shift();
      if (reply === 'hang') return;
      response.writeHead(reply?.status ?? 200, reply?.headers).end(reply?.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    replies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
