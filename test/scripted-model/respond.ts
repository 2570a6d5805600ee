import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect } from './dialects';
import type { RecordedRequest, ScriptedReply } from './script';

const STATUS_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** Plays one reply, with its fault, into the response. Ends early where the client goes away. */
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
  const text = reply.text ?? '';
  const stopsAt =
    fault && 'after' in fault ? (fault.after ?? 0) : fault?.kind === 'error_event' ? 0 : Infinity;
  await write(response, dialect.opening(reply));
  const size = reply.deltaSize ?? 7;
  const shown = text.slice(0, Math.min(stopsAt, text.length));
  do {
    for (let at = 0; at < shown.length && !response.destroyed; at += size) {
      if (fault?.kind === 'slow') await sleep(fault.ms);
      await write(response, dialect.delta(shown.slice(at, Math.min(at + size, shown.length))));
    }
    // Let the event loop see a client that has gone.
    await sleep(0);
  } while (fault?.kind === 'endless' && !response.destroyed);
  if (fault?.kind === 'hang') return;
  // What was written must reach the client first, or there is nothing to cut.
  if (fault?.kind === 'cut') return void setTimeout(() => response.destroy(), 20);
  if (fault?.kind === 'unfinished') return void response.end();
  if (fault?.kind === 'error_event') {
    return void response.end(dialect.errorEvent(fault.type, fault.message ?? `scripted ${fault.type}`));
  }
  response.end(dialect.closing(reply));
}

/** Waits where the socket is full, so that an endless stream does not fill this process. */
async function write(response: ServerResponse, data: string): Promise<void> {
  if (response.destroyed || response.write(data)) return;
  await new Promise<void>((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
