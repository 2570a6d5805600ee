import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askAndFollow } from '../../benchmarks/stream/follow.ts';
import { nowMs } from '../../benchmarks/stream/stamping-model.ts';

/** Asks a gateway that gives these responses, and repeats the last one. */
async function askOne(answers: readonly ((response: ServerResponse) => void)[]): Promise<unknown> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    answers[Math.min(asked++, answers.length - 1)]?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await askAndFollow(`http://127.0.0.1:${port}`, 'why?', new AbortController().signal);
  } finally {
    server.close().closeAllConnections();
  }
}

const later = (response: ServerResponse): void => {
  response.writeHead(503, { 'Retry-After': '0' }).end('{"code":"redis_unavailable"}');
};
const answer = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const delta = JSON.stringify({ text: `~${nowMs().toFixed(3)}~ ` });
  response.end(
    `event: answer.delta\ndata: ${delta}\n\nevent: turn.finished\ndata: {"outcome":"answered"}\n\n`,
  );
};

describe('a client of the stream benchmark', () => {
  it('retries after Retry-After', async () => {
    expect(await askOne([later, later, answer])).toMatchObject({
      outcome: 'answered',
      tokensMs: [expect.any(Number)],
    });
  });

  it('gives up after several tries, or without Retry-After, and reports the response', async () => {
    const fault = {
      code: 'internal',
      message: expect.stringMatching(/answered 503: .*redis_unavailable/) as string,
    };
    await expect(askOne([later])).rejects.toMatchObject(fault);
    const never = (response: ServerResponse): void => {
      response.writeHead(503).end('{"code":"redis_unavailable"}');
    };
    await expect(askOne([never, answer])).rejects.toMatchObject(fault);
  });
});
