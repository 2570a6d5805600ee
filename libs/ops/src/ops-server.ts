import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readiness } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { Metrics } from './metrics';

const REQUEST_MS = 10_000;

export interface OpsOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly metrics: Metrics;
  /** Whether this process can work now. Never throws. */
  readonly readiness: () => Promise<Readiness>;
}

/** The state of a process; it is ready only in the middle one. */
type Phase = 'starting' | 'running' | 'closing';

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * Serves health and metrics of one process over HTTP, from before its stores are available until after its last hop.
 */
export class OpsServer {
  private phase: Phase = 'starting';

  private constructor(
    private readonly server: Server,
    /** Its base URL, e.g. `http://127.0.0.1:9464`. */
    readonly url: string,
  ) {}

  /** @throws Fault `bad_request` if the port or the address is unavailable */
  static async start(options: OpsOptions): Promise<OpsServer> {
    const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS });
    server.listen(options.port, options.host);
    try {
      await once(server, 'listening');
    } catch (cause) {
      throw new Fault(
        'bad_request',
        `Health and metrics cannot be served at ${options.host}:${options.port} (${reasonOf(cause)}). Choose another with QUARRY_OPS_PORT or QUARRY_OPS_HOST, or free it.`,
        { cause },
      );
    }
    const { address, family, port } = server.address() as AddressInfo;
    const ops = new OpsServer(server, `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void ops.answer(request, response, options);
    });
    return ops;
  }

  /** The services accept hops from now on. */
  running(): void {
    this.phase = 'running';
  }

  /** Rejects new work from now on; running hops finish. */
  closing(): void {
    this.phase = 'closing';
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    options: OpsOptions,
  ): Promise<void> {
    const { status, type, body } = await this.reply(request, options).catch(() =>
      json(500, { status: 'error' }),
    );
    response.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private async reply(request: IncomingMessage, { metrics, readiness }: OpsOptions): Promise<Reply> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { status: 'not_allowed' });
    switch (request.url?.split('?', 1)[0]) {
      case '/health/live':
        return json(200, { status: 'live' });
      case '/health/ready':
        return this.ready(await readiness());
      case '/metrics': {
        const { text, type } = await metrics.scrape();
        return { status: 200, type, body: text };
      }
      default:
        return json(404, { status: 'unknown', paths: ['/health/live', '/health/ready', '/metrics'] });
    }
  }

  private ready({ ready, carrier, stores }: Readiness): Reply {
    const isReady = ready && this.phase === 'running';
    const shown = Object.entries(stores).map(([name, { required, problem }]) => [
      name,
      { required, problem: problem?.message ?? null },
    ]);
    return json(isReady ? 200 : 503, {
      status: isReady ? 'ready' : 'not_ready',
      phase: this.phase,
      carrier: { kind: carrier.kind, problem: carrier.problem?.message ?? null },
      stores: Object.fromEntries(shown) as object,
    });
  }
}

function json(status: number, body: object): Reply {
  return { status, type: 'application/json; charset=utf-8', body: `${JSON.stringify(body)}\n` };
}

function reasonOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'the port is in use';
  return typeof code === 'string' ? code : String(error);
}
