/** `npm run bench:hop -- --kb 30 --rounds 9`: see README.md. */
import { parseArgs } from 'node:util';
import { benchTurns, renderTurns, type Load } from '@quarry/cli';
import { command, wholeNumber, wholeNumbers } from '../measuring/command.ts';

const { values } = parseArgs({
  options: {
    kb: { type: 'string', default: '1,30,300' },
    hops: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    turns: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
});

await command(async (terminal) => {
  const hops = wholeNumber('--hops', values.hops, 2, 150);
  const loads = wholeNumbers('--kb', values.kb, 0, 700).map((carriedKb): Load => ({
    plan: { hops, workMs: 0, foundKb: 0, carriedKb },
    inFlight: 1,
    stored: 0,
  }));
  const measured = await benchTurns(
    {
      sides: ['quarry', 'queued', 'bullmq'],
      loads,
      rounds: wholeNumber('--rounds', values.rounds, 1, 100),
      turns: wholeNumber('--turns', values.turns, 1, 100_000),
      forMs: 600_000,
      processes: 1,
      allServices: true,
      concurrency: 20,
    },
    terminal,
  );
  terminal.out(values.json ? `${JSON.stringify(measured, null, 2)}\n` : renderTurns(measured));
});
