/** `npm run bench:followers -- --turns 64,1000`: see README.md. */
import { parseArgs } from 'node:util';
import { table } from '@quarry/cli';
import { command, wholeNumber, wholeNumbers } from '../measuring/command.ts';
import { run, type FollowersResult } from './run.ts';

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '1,64,1000' },
    events: { type: 'string', default: '4000' },
    json: { type: 'boolean', default: false },
  },
});

await command(async (terminal) => {
  const events = wholeNumber('--events', values.events, 1, 1_000_000);
  const results: FollowersResult[] = [];
  for (const turns of wholeNumbers('--turns', values.turns, 1, 10_000)) {
    terminal.progress(`${turns} turns ...`);
    results.push(await run(turns, events));
  }
  terminal.out(values.json ? `${JSON.stringify(results, null, 2)}\n` : `${tableOf(results).join('\n')}\n`);
});

function tableOf(results: readonly FollowersResult[]): string[] {
  return table(
    ['turns', 'events', 'gateway µs per event', 'Redis µs per event', 'ms to arrival p50 / p99'],
    results.map(({ turns, events, gatewayUs, redisUs, p50, p99 }) => [
      ...[turns, events, gatewayUs, redisUs].map((figure) => figure.toFixed(0)),
      `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
    ]),
  );
}
