import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embeddingsBody } from '../scripted-model/embeddings';

/**
 * An embeddings endpoint that, while its gate is closed, accepts requests for vectors of chunks and does not answer
 * them.
 */
export class GatedEmbedder {
  private shut = false;
  private readonly waiting: (() => void)[] = [];
  private readonly arrivals: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    private readonly dimension: number,
  ) {}

  static async start(dimension = 32): Promise<GatedEmbedder> {
    const server = createServer();
    const embedder = new GatedEmbedder(server, dimension);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        embedder.answer(JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>, response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return embedder;
  }

  /** For `EMBEDDER_URL`. */
  url(model: string): string {
    return `openai:http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1#${model}`;
  }

  shutGate(): void {
    this.shut = true;
  }

  /** Answers the waiting requests, and all later ones. */
  openGate(): void {
    this.shut = false;
    for (const answer of this.waiting.splice(0)) answer();
  }

  /** Resolves when a request waits at the closed gate. */
  async arrival(): Promise<void> {
    if (this.waiting.length > 0) return;
    await new Promise<void>((resolve) => this.arrivals.push(resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private answer(body: Record<string, unknown>, response: ServerResponse): void {
    const reply = (): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(embeddingsBody(body, this.dimension)));
    };
    // The first call of every process only asks for the dimension.
    const probe = Array.isArray(body['input']) && body['input'][0] === 'dimension';
    if (!this.shut || probe) {
      reply();
      return;
    }
    this.waiting.push(reply);
    for (const arrived of this.arrivals.splice(0)) arrived();
  }
}
