import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds since the epoch, with fractions. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** A stamp in the text of an answer: the time at which the model sent the token. */
export const STAMP = /~(\d{13}\.\d{3})~/g;

export interface StampingModel {
  /** In the format of QUARRY_CHAT_BASE_URL. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * Starts an OpenAI-compatible endpoint on this machine. It routes every question to a keyword search, then writes an
 * answer of `tokens` tokens, each stamped with its send time.
 */
export async function startStampingModel(tokens: number, everyMs: number): Promise<StampingModel> {
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    reply(request, response, tokens, everyMs).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  tokens: number,
  everyMs: number,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const asked = Buffer.concat(parts).toString();
  const send = (delta: object, finish: string | null = null): void => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'stamps', choices };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  if (!asked.includes('"stream":true')) {
    response.setHeader('Content-Type', 'application/json');
    const message = { role: 'assistant', content: routed(asked) };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.end(
      JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'stamps', choices }),
    );
    return;
  }
  response.setHeader('Content-Type', 'text/event-stream');
  if (asked.includes('[BM25:]')) send({ role: 'assistant', content: routed(asked) });
  else {
    send({ role: 'assistant', content: '[Answer:] ' });
    for (let token = 0; token < tokens && !response.destroyed; token++) {
      await sleep(everyMs);
      send({ content: `~${nowMs().toFixed(3)}~ ` });
    }
    send({ content: '[1].' });
  }
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}

function routed(asked: string): string {
  return asked.includes('[BM25:]') ? '[BM25:] hop claim advance' : '[Answer:] done [1].';
}
