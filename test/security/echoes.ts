import { createServer, type Server } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import type { ScriptedFault } from '../scripted-model/server';

/** Forms in which a server may repeat a secret, by name, as sent over the network. */
export const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  'percent-encoded': (secret) => encodeURIComponent(secret),
  'percent-encoded in small letters': (secret) => encodeURIComponent(secret).toLowerCase(),
  'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'escaped by JSON': (secret) => secret.replaceAll('/', '\\/').replaceAll('+', '\\u002b'),
  'escaped by JSON twice': (secret) => secret.replaceAll('/', '\\\\/').replaceAll('+', '\\\\u002b'),
  'escaped by HTML': (secret) => secret.replaceAll('/', '&#x2F;').replaceAll('+', '&#43;'),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 of a user and it': (secret) => Buffer.from(`quarry:${secret}`).toString('base64'),
  'base64 for URLs': (secret) => Buffer.from(`me:${secret}`).toString('base64url'),
  hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
  'in two lines': (secret) => `${secret.slice(0, 9)}\n${secret.slice(9)}`,
  'with a space of no width': (secret) => `${secret.slice(0, 9)}\u200b${secret.slice(9)}`,
  'in capitals': (secret) => secret.toUpperCase(),
  'in part': (secret) => secret.slice(0, -4),
};

/** A form after a message is joined to one line, with and without JSON escapes. */
const traces = (wire: string): readonly string[] =>
  [wire, wire.replace(/[\s\u200b]+/g, ' '), wire.replace(/[\s\u200b]+/g, '')].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
  ]);

/** Occurrences of the secrets in a text, in any form, with a few characters around each. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  const sought = new Set(
    secrets.flatMap((secret) => Object.values(FORMS).flatMap((form) => traces(form(secret)))),
  );
  return [...sought].flatMap((one) => {
    const at = text.indexOf(one);
    return at < 0 ? [] : [text.slice(Math.max(0, at - 100), at + one.length + 20)];
  });
}

const STATUSES = [401, 403, 400, 404, 422, 401, 403, 503];

/** An error message that belongs to no protocol. */
type RawRefusal = Extract<ScriptedFault, { readonly kind: 'raw' }>;

/** Error responses of a model or an embedder that repeat the secret in each form: as its protocol, and as plain text. */
export function refusals(secret: string): readonly RawRefusal[] {
  return Object.values(FORMS).flatMap((form, n) => {
    const status = STATUSES[n % STATUSES.length] ?? 401;
    const said = `Incorrect API key provided: ${form(secret)}.`;
    // Quarry retries at once if the server asks for it.
    const headers = {
      'retry-after-ms': '1',
      'www-authenticate': `Bearer error="${encodeURIComponent(said)}"`,
    };
    return [
      {
        ...{ kind: 'raw', status, headers: { ...headers, 'content-type': 'application/json' } },
        body: JSON.stringify({ type: 'error', error: { type: 'refused', message: said } }),
      } as const,
      { kind: 'raw', status, headers: { ...headers, 'content-type': 'text/plain' }, body: said } as const,
    ];
  });
}

/** A server that identifies itself as Elasticsearch, and rejects all other requests with this message. */
export class RefusingElasticsearch {
  says = '';
  status = 403;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<RefusingElasticsearch> {
    const server = createServer((request, response) => {
      const greets = request.url === '/';
      response.writeHead(greets ? 200 : one.status, {
        'content-type': 'application/vnd.elasticsearch+json;compatible-with=8',
        'x-elastic-product': 'Elasticsearch',
      });
      const error = {
        type: 'security_exception',
        reason: one.says,
        root_cause: [{ reason: `${one.says} (root)` }],
      };
      response.end(
        JSON.stringify(greets ? { version: { number: '8.19.2' } } : { error, status: one.status }),
      );
    });
    const one = new RefusingElasticsearch(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return one;
  }

  get place(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close().closeAllConnections();
  }
}

/** A server that rejects every Redis command with this message. */
export class RefusingRedis {
  says = '';
  private readonly sockets = new Set<Socket>();
  private constructor(private readonly server: TcpServer) {}

  static async start(): Promise<RefusingRedis> {
    const server = createTcp((socket) => {
      one.sockets.add(socket);
      socket.on('error', () => undefined);
      // One reply per command, also if several arrive at once.
      socket.on('data', (data) => {
        const commands = data.toString('latin1').match(/^\*\d/gm)?.length ?? 0;
        socket.write(`-${one.says.replaceAll('\n', ' ')}\r\n`.repeat(commands));
      });
    });
    const one = new RefusingRedis(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return one;
  }

  get place(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}
