import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicDialect, openAiDialect } from './dialects';
import { embeddingsBody } from './embeddings';
import { respond, sendJson } from './respond';
import { Player, type RecordedRequest, type Script, type ScriptedFault } from './script';

export type { RecordedRequest, Rule, Script, ScriptedCall, ScriptedFault, ScriptedReply } from './script';

export interface ScriptedModelOptions {
  readonly replies: Script;
  /** Model ids of `GET /v1/models`; the first one is the default. */
  readonly models?: readonly string[];
  /** Length of embedding vectors. */
  readonly dimension?: number;
  /** If set, requests without this key are refused with 401. */
  readonly apiKey?: string;
}

/** A running server. Both protocols are served on the same port. */
export interface ScriptedModel {
  /** For OpenAI-compatible clients: `http://127.0.0.1:PORT/v1`. */
  readonly baseUrl: string;
  /** For Anthropic's client: `http://127.0.0.1:PORT`. */
  readonly anthropicUrl: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Replaces the script. */
  play(script: Script): void;
  /** Applies these faults to the next requests (chat or embeddings), one each, before the script continues. */
  failNext(...faults: readonly ScriptedFault[]): void;
  close(): Promise<void>;
}

/** Starts a scripted model on a free port of 127.0.0.1. */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  let player = new Player(options.replies);
  const requests: RecordedRequest[] = [];
  const faults: ScriptedFault[] = [];
  const models = options.models ?? ['scripted-1'];

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const read = await readRequest(incoming);
    const gone = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    });
    const request = read && { ...read, gone };
    if (!request)
      return sendJson(response, 404, {
        error: { message: `no such path: ${incoming.url ?? ''}`, type: 'not_found_error' },
      });
    requests.push(request);
    const dialect = request.protocol === 'anthropic' ? anthropicDialect(request) : openAiDialect(request);
    if (options.apiKey !== undefined && keyOf(request) !== options.apiKey) {
      return sendJson(
        response,
        401,
        dialect.error('authentication_error', `Incorrect API key provided: ${keyOf(request)}`),
      );
    }
    if (request.protocol === 'models') {
      const data = models.map((id) => ({ id, object: 'model', created: 1, owned_by: 'script' }));
      return sendJson(response, 200, { object: 'list', data });
    }
    const fault = faults.shift();
    if (request.protocol === 'embeddings') {
      if (fault) return respond(request, { fault }, dialect, response);
      return sendJson(response, 200, embeddingsBody(request.body, options.dimension ?? 64));
    }
    if (fault?.kind === 'status' || fault?.kind === 'raw')
      return respond(request, { fault }, dialect, response);
    const reply = player.next(request);
    return respond(request, fault ? { ...reply, fault } : reply, dialect, response);
  };

  const server = createServer((incoming, response) => {
    // A client that disconnects mid-stream is part of the script.
    response.on('error', () => undefined);
    handle(incoming, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: { message: String(error), type: 'server_error' } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const anthropicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    anthropicUrl,
    baseUrl: `${anthropicUrl}/v1`,
    requests,
    play: (script) => {
      player = new Player(script);
    },
    failNext: (...next) => {
      faults.push(...next);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const ROUTES: Readonly<Record<string, RecordedRequest['protocol']>> = {
  'POST /v1/chat/completions': 'openai',
  'POST /v1/messages': 'anthropic',
  'POST /v1/embeddings': 'embeddings',
  'GET /v1/models': 'models',
};

async function readRequest(incoming: IncomingMessage): Promise<Omit<RecordedRequest, 'gone'> | null> {
  const path = (incoming.url ?? '').replace(/\?.*$/, '');
  const protocol = ROUTES[`${incoming.method ?? ''} ${path}`];
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  if (!protocol) return null;
  const raw = Buffer.concat(parts).toString('utf8');
  const body = (raw === '' ? {} : JSON.parse(raw)) as Record<string, unknown>;
  const messages = (Array.isArray(body['messages']) ? body['messages'] : []) as {
    role?: string;
    content?: unknown;
  }[];
  const systems = messages.filter((message) => message.role === 'system' || message.role === 'developer');
  return {
    protocol,
    path,
    headers: incoming.headers,
    body,
    stream: body['stream'] === true,
    system: [body['system'], ...systems.map((message) => message.content)]
      .map(textOf)
      .filter(Boolean)
      .join('\n\n'),
    last: textOf(messages.filter((message) => !systems.includes(message)).at(-1)?.content),
    at: Date.now(),
  };
}

/** Text of a message's content: a string, or the texts and tool results of a list. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown; content?: unknown }) =>
      typeof part.text === 'string' ? part.text : textOf(part.content),
    )
    .join('');
}

function keyOf(request: RecordedRequest): string {
  const own = request.headers['x-api-key'];
  return typeof own === 'string'
    ? own
    : (request.headers.authorization?.toString() ?? '').replace(/^Bearer /i, '');
}
