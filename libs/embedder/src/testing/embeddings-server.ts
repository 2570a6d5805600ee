import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';

export interface Asked {
  readonly authorization: string | undefined;
  readonly model: string;
  readonly input: readonly string[];
}

export interface EmbeddingsServer {
  readonly url: string;
  readonly asked: Asked[];
  /** Replies sent instead of vectors, one per request, in order. `hang` never responds. */
  readonly faults: ({ readonly status: number; readonly body: unknown } | 'hang')[];
  close(): Promise<void>;
}

/** A real HTTP server that speaks OpenAI's embeddings protocol; its vectors come from a hash of the text. */
export async function startEmbeddingsServer(dimension = 16): Promise<EmbeddingsServer> {
  const asked: Asked[] = [];
  const faults: EmbeddingsServer['faults'] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await read(request)) as { model: string; input: string[] };
      asked.push({ authorization: request.headers.authorization, model: body.model, input: body.input });
      const fault = faults.shift();
      if (fault === 'hang') return;
      const data = body.input.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: [...createHash('sha512').update(text).digest().subarray(0, dimension)].map(
          (b) => b - 127.5,
        ),
      }));
      response.writeHead(fault?.status ?? 200, { 'content-type': 'application/json' });
      // In reverse: only `index` determines the order, not the position in the list.
      response.end(
        JSON.stringify(fault?.body ?? { object: 'list', data: data.reverse(), model: body.model }),
      );
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
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
