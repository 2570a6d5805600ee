import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect } from './dialects';
import { argumentsOf } from './reply-parts';
import type { RecordedRequest, ScriptedReply } from './script';

const STATUS_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** Default number of characters per delta. */
const DELTA_SIZE = 7;

/** Plays one reply, with its fault, into the response. Ends early if the client disconnects. */
export async function respond(
  request: RecordedRequest,
  reply: ScriptedReply,
  dialect: Dialect,
  response: ServerResponse,
): Promise<void> {
  const fault = reply.fault;
  switch (fault?.kind) {
    case 'status': {
      const type = fault.code ?? STATUS_TYPES[fault.status] ?? 'server_error';
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter);
      return sendJson(
        response,
        fault.status,
        dialect.error(type, fault.message ?? `scripted ${fault.status}`),
      );
    }
    case 'raw':
      response.writeHead(fault.status, fault.headers);
      return void response.end(fault.body);
    case 'hang':
      if (fault.after === undefined) return;
      break;
    case 'cut':
      if (fault.after === undefined) return void response.destroy();
      break;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end('<!doctype html><title>Sign in</title><p>Please sign in.');
    case 'wrong_json':
      if (!request.stream) return sendJson(response, 200, { hello: ['world'], choices: 'none', content: 7 });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.end(
        'event: message_start\ndata: {"choices":"none","message":7,"type":3}\n\ndata: [1]\n\n',
      );
    case 'broken_json':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.end('event: message_start\ndata: {"choices": [\n\n');
    default:
  }
  if (!request.stream) return sendJson(response, 200, dialect.whole(reply));
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  await stream(reply, dialect, response);
}

async function stream(reply: ScriptedReply, dialect: Dialect, response: ServerResponse): Promise<void> {
  const { fault } = reply;
  const stopsAt =
    fault && 'after' in fault && fault.kind !== 'held'
      ? (fault.after ?? 0)
      : fault?.kind === 'error_event'
        ? 0
        : Infinity;
  let written = 0;
  await write(response, dialect.opening(reply));
  do {
    for (const piece of pieces(reply, dialect, stopsAt)) {
      if (response.destroyed) break;
      if (fault?.kind === 'slow') await sleep(fault.ms);
      if (fault?.kind === 'held' && written >= fault.after) await fault.until;
      written += reply.deltaSize ?? DELTA_SIZE;
      await write(response, piece);
    }
    // Lets the event loop notice a disconnected client.
    await sleep(0);
  } while (fault?.kind === 'endless' && !response.destroyed);
  if (fault?.kind === 'hang') return;
  // Written data must reach the client first, otherwise there is nothing to cut.
  if (fault?.kind === 'cut') return void setTimeout(() => response.destroy(), 20);
  if (fault?.kind === 'unfinished') return void response.end();
  if (fault?.kind === 'error_event') {
    return void response.end(dialect.errorEvent(fault.type, fault.message ?? `scripted ${fault.type}`));
  }
  response.end(dialect.closing(reply));
}

/** The reply in deltas, up to this many characters of its text and then of its calls' arguments. */
function* pieces(reply: ScriptedReply, dialect: Dialect, stopsAt: number): Generator<string> {
  let left = stopsAt;
  const cut = (text: string): string[] => {
    const shown = text.slice(0, Math.min(left, text.length));
    left -= shown.length;
    const size = reply.deltaSize ?? DELTA_SIZE;
    return Array.from({ length: Math.ceil(shown.length / size) }, (_, at) =>
      shown.slice(at * size, (at + 1) * size),
    );
  };
  for (const text of cut(reply.text ?? '')) yield dialect.delta(text);
  for (const [at, call] of (reply.calls ?? []).entries()) {
    if (left <= 0) return;
    yield dialect.callOpening(call, at);
    for (const json of cut(argumentsOf(call))) yield dialect.callDelta(json, at);
    if (left > 0) yield dialect.callClosing(at);
  }
}

/** Waits while the socket is full, so that an endless stream does not fill this process. */
async function write(response: ServerResponse, data: string): Promise<void> {
  if (response.destroyed || response.write(data)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
