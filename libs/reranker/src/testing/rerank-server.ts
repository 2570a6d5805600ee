import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
interface AskedToRerank {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model?: string;
    readonly query: string;
    readonly documents?: readonly string[];
    readonly texts?: readonly string[];
  };
}

export interface RerankServer {
  readonly url: string;
  readonly asked: AskedToRerank[];
  /** Replies sent instead of scores, one per request, in order. `hang` never responds. */
  readonly faults: (
    { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> } | 'hang'
  )[];
  close(): Promise<void>;
}

/**
 * A real HTTP server with the `/rerank` protocol, in TEI's form for a request with `texts`. A passage scores the number
 * of the query's words that it contains.
 */
export async function startRerankServer(): Promise<RerankServer> {
  const asked: AskedToRerank[] = [];
  const faults: RerankServer['faults'] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await read(request)) as AskedToRerank['body'];
      asked.push({ path: request.url, authorization: request.headers.authorization, body });
      const fault = faults.shift();
      if (fault === 'hang') return;
      const words = body.query.toLowerCase().split(/\W+/);
      const scored = (body.texts ?? body.documents ?? [])
        .map((text, index) => ({ index, score: words.filter((word) => text.includes(word)).length }))
        .toSorted((a, b) => b.score - a.score);
      const results = scored.map(({ index, score }) => ({ index, relevance_score: score }));
      response.writeHead(fault?.status ?? 200, { 'content-type': 'application/json', ...fault?.headers });
      response.end(JSON.stringify(fault?.body ?? (body.texts ? scored : { model: body.model, results })));
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    faults,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
