/** `npm run bench:stream -- --streams 1,50 --turns 5`: see README.md. */
import { parseArgs } from 'node:util';
import { table } from '@quarry/cli';
import { Fault } from '@quarry/turn';
import { command, wholeNumber, wholeNumbers } from '../measuring/command.ts';
import { run, type StreamResult } from './run.ts';

const { values } = parseArgs({
  options: {
    carrier: { type: 'string', default: 'bullmq' },
    streams: { type: 'string', default: '1,50' },
    turns: { type: 'string', default: '5' },
    tokens: { type: 'string', default: '100' },
    'every-ms': { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
});

await command(async (terminal) => {
  const { carrier } = values;
  if (carrier !== 'bullmq' && carrier !== 'memory')
    throw new Fault('bad_request', `--carrier ${carrier}: it must be bullmq or memory.`);
  const options = {
    carrier,
    streams: wholeNumbers('--streams', values.streams, 1, 1_000),
    turns: wholeNumber('--turns', values.turns, 1, 10_000),
    tokens: wholeNumber('--tokens', values.tokens, 1, 10_000),
    everyMs: wholeNumber('--every-ms', values['every-ms'], 1, 10_000),
  } as const;
  const results = await run(options, terminal);
  terminal.out(values.json ? `${JSON.stringify(results, null, 2)}\n` : `${tableOf(results).join('\n')}\n`);
});

function tableOf(results: readonly StreamResult[]): string[] {
  const cell = ({ p50, p95, p99 }: StreamResult['accepted']): string =>
    [p50, p95, p99].map((ms) => ms.toFixed(1)).join(' / ');
  return table(
    ['streams', 'turns', 'accepted ms p50 / p95 / p99', 'first event after that', 'token to event', 'tokens'],
    results.map(({ streams, turns, accepted, firstEvent, token }) => [
      String(streams),
      String(turns),
      cell(accepted),
      cell(firstEvent),
      cell(token),
      String(token.count),
    ]),
  );
}
