/** `npm run bench:retrievers -- --retrievers 1,2,4 --turns 60`: see README.md. */
import { parseArgs } from 'node:util';
import { command, wholeNumber, wholeNumbers } from '../measuring/command.ts';
import { render } from './render.ts';
import { run } from './run.ts';

const { values } = parseArgs({
  options: {
    retrievers: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '3' },
    turns: { type: 'string', default: '100' },
    'in-flight': { type: 'string', default: '16' },
    delay: { type: 'string', default: '50' },
    pipeline: { type: 'string', default: 'adaptive' },
    json: { type: 'boolean', default: false },
  },
});

await command(async (terminal) => {
  const options = {
    retrievers: wholeNumbers('--retrievers', values.retrievers, 1, 64),
    rounds: wholeNumber('--rounds', values.rounds, 1, 100),
    turns: wholeNumber('--turns', values.turns, 1, 100_000),
    inFlight: wholeNumber('--in-flight', values['in-flight'], 1, 1_000),
    delayMs: wholeNumber('--delay', values.delay, 0, 60_000),
    pipeline: values.pipeline,
  };
  const runs = await run(options, terminal);
  terminal.out(values.json ? `${JSON.stringify(runs, null, 2)}\n` : render(runs));
});
