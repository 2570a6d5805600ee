import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span in OTLP's JSON format, with its process's name. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, unknown>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'service'> & {
        readonly attributes?: readonly Attribute[];
      })[];
    }[];
  }[];
}

/** An OTLP/HTTP receiver that records what it receives. */
export class SpanReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that was received, unchanged. */
  raw = '';

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SpanReceiver> {
    const server = createServer();
    const receiver = new SpanReceiver(server);
    server.on('request', (request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        if (request.url === '/v1/traces') receiver.keep(text);
        response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private keep(text: string): void {
    this.raw += text;
    for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
      const service = String(mapOf(resource.attributes).get('service.name'));
      for (const { spans } of scopeSpans)
        for (const span of spans) {
          const { traceId, spanId, parentSpanId = '', name, attributes = [] } = span;
          this.spans.push({ service, traceId, spanId, parentSpanId, name, attributes: mapOf(attributes) });
        }
    }
  }
}

function mapOf(attributes: readonly Attribute[]): ReadonlyMap<string, unknown> {
  return new Map(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
