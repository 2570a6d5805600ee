import { createServer, type Server } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import type { ScriptedFault } from '../scripted-model/server';

/** How a server may write a secret that it repeats: by name, the letters on the wire. */
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

/** What is left of a form where a message is made one line, with and without what JSON does to it. */
const traces = (wire: string): readonly string[] =>
  [wire, wire.replace(/[\s\u200b]+/g, ' '), wire.replace(/[\s\u200b]+/g, '')].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
  ]);

/** Where a text holds one of the secrets in any form, a few letters around each. */
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

/** A refusal in words of no protocol, or of all. */
type RawRefusal = Extract<ScriptedFault, { readonly kind: 'raw' }>;

/** Refusals of a model or an embedder that repeat the secret in each form, each in two places: the words of its protocol, and a body that is none. */
export function refusals(secret: string): readonly RawRefusal[] {
  return Object.values(FORMS).flatMap((form, n) => {
    const status = STATUSES[n % STATUSES.length] ?? 401;
    const said = `Incorrect API key provided: ${form(secret)}.`;
    // A server that asks to be asked again is, and at once.
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

/** A server that greets as Elasticsearch does, and refuses everything else in these words. */
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

/** A server that refuses every command of Redis in these words. */
export class RefusingRedis {
  says = '';
  private readonly sockets = new Set<Socket>();
  private constructor(private readonly server: TcpServer) {}

  static async start(): Promise<RefusingRedis> {
    const server = createTcp((socket) => {
      one.sockets.add(socket);
      socket.on('error', () => undefined);
      // One reply for each command, however many come at once.
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
