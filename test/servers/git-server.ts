import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export interface GitServerOptions {
  /** Required `user:password` of every request. */
  readonly credentials?: string;
  /** Milliseconds before each part of a pack: keeps a fetch running. */
  readonly partMs?: number;
}

export interface GitServer {
  /** `http://127.0.0.1:PORT`; a repository at `FOLDER/shop.git` is `/shop.git`. */
  readonly url: string;
  /** Bytes of packs that were sent so far, in order of the requests. */
  readonly packs: readonly number[];
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Serves the bare repositories of a folder over smart HTTP, with `git http-backend`, on 127.0.0.1. */
export async function startGitServer(folder: string, options: GitServerOptions = {}): Promise<GitServer> {
  const packs: number[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.url?.startsWith('/moved/')) {
      response.writeHead(301, { location: request.url.replace('/moved/', '/') }).end();
      return;
    }
    if (options.credentials !== undefined && !isAllowed(request, options.credentials)) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    backend(folder, { request, response, partMs: options.partMs ?? 0, sent: (bytes) => packs.push(bytes) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    packs,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function isAllowed({ headers }: IncomingMessage, credentials: string): boolean {
  return headers.authorization === `Basic ${Buffer.from(credentials).toString('base64')}`;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly partMs: number;
  readonly sent: (bytes: number) => void;
}

/** Runs the CGI program of git for one request. */
function backend(folder: string, { request, response, partMs, sent }: Exchange): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: searchParams.toString(),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: [request.headers['git-protocol'] ?? ''].join(),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  void respond(child.stdout, { request, response, partMs, sent });
  response.on('close', () => child.kill());
}

async function respond(output: Readable, { request, response, partMs, sent }: Exchange): Promise<void> {
  let head: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let begun = false;
  for await (const part of output as AsyncIterable<Buffer>) {
    let body = part;
    if (!begun) {
      head = Buffer.concat([head, part]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) continue;
      begun = true;
      setHeaders(response, head.toString('latin1', 0, end).split('\r\n'));
      body = head.subarray(end + 4);
    }
    bytes += body.length;
    if (partMs > 0) await sleep(partMs);
    response.write(body);
  }
  if (request.method === 'POST') sent(bytes);
  response.end();
}

function setHeaders(response: ServerResponse, lines: readonly string[]): void {
  for (const line of lines) {
    const [name = '', value = ''] = line.split(': ');
    if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
}
