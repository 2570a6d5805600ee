import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { defined } from '@quarry/turn';

type Item = Record<string, { readonly status: number; readonly _id: string; readonly error?: unknown }>;

/** What it does with a bulk request before the real server receives it. */
export interface Mood {
  /** Statuses with which whole requests are rejected, one after another. */
  readonly refuse?: number[];
  /** True for a document (its id, and how often it arrived) that is rejected as by a full queue. */
  readonly reject?: (id: string, times: number) => boolean;
  /** Bytes of the largest request that is forwarded. */
  readonly largest?: number;
  /** Number of requests whose reply is lost: the connection closes after the server has done the work. */
  lose?: number;
}

/** A proxy in front of a real Elasticsearch. It forwards everything, except bulk requests that its mood rejects. */
export class MoodyServer {
  /** Number of operations in all bulk requests that arrived, by document id. */
  readonly requests: string[][] = [];
  private readonly times = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    private readonly target: string,
    private readonly mood: Mood,
  ) {}

  static async before(target: string, mood: Mood): Promise<MoodyServer> {
    const server = createServer();
    const moody = new MoodyServer(server, target, mood);
    server.on('request', (request, response) => {
      moody.answer(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return moody;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (!/\/_bulk(\?|$)/.test(request.url ?? '')) {
      reply(response, ...(await this.forward(request, body)));
      return;
    }
    const operations = operationsOf(body);
    this.requests.push(operations.map(idOf));
    const status =
      this.mood.refuse?.shift() ?? (body.length > (this.mood.largest ?? Infinity) ? 413 : undefined);
    if (status !== undefined) {
      reply(response, status, JSON.stringify({ error: { type: 'refused', reason: 'not now' }, status }));
      return;
    }
    const rejected = operations.map((operation) => this.rejects(operation));
    const through = operations.filter((_, i) => !rejected[i]);
    const [code, answer] =
      through.length === 0
        ? [200, '{"took":0,"errors":true,"items":[]}']
        : await this.forward(request, `${through.join('\n')}\n`);
    if (this.mood.lose !== undefined && this.mood.lose-- > 0) {
      response.destroy();
      return;
    }
    const done = (JSON.parse(answer) as { items: Item[] }).items.values();
    const items = operations.map((operation, i) => (rejected[i] ? rejection(operation) : done.next().value));
    reply(response, code, JSON.stringify({ took: 1, errors: rejected.includes(true), items }));
  }

  private rejects(operation: string): boolean {
    const id = idOf(operation);
    const times = (this.times.get(id) ?? 0) + 1;
    this.times.set(id, times);
    return this.mood.reject?.(id, times) ?? false;
  }

  private async forward(
    request: IncomingMessage,
    body: string,
  ): Promise<readonly [status: number, body: string]> {
    const { method = 'GET', url = '/', headers } = request;
    const type = headers['content-type'];
    const response = await fetch(`${this.target}${url}`, {
      method,
      headers: { accept: headers.accept ?? '*/*', ...defined({ 'content-type': type }) },
      ...(body === '' ? {} : { body }),
    });
    return [response.status, await response.text()];
  }
}

function operationsOf(body: string): string[] {
  const lines = body.trimEnd().split('\n');
  const operations: string[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift())
    operations.push(line.startsWith('{"delete"') ? line : `${line}\n${lines.shift() ?? ''}`);
  return operations;
}

function actionOf(operation: string): readonly [string, { readonly _id: string }] {
  const [line = ''] = operation.split('\n');
  const [entry] = Object.entries(JSON.parse(line) as Record<string, { readonly _id: string }>);
  return entry ?? ['', { _id: '' }];
}

function idOf(operation: string): string {
  return actionOf(operation)[1]._id;
}

function rejection(operation: string): Item {
  const [action, { _id }] = actionOf(operation);
  const error = {
    type: 'es_rejected_execution_exception',
    reason: 'rejected execution of coordinating operation',
  };
  return { [action]: { _id, status: 429, error } };
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/vnd.elasticsearch+json;compatible-with=8',
    'x-elastic-product': 'Elasticsearch',
  });
  response.end(body);
}
