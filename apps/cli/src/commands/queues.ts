import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Carrier, QueueState } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { readConfig } from '@quarry/platform';
import { QUEUE_NAMES } from '@quarry/solo';
import { Fault } from '@quarry/turn';
import { silenceLogs } from '../logs';
import { withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { renderQueues } from '../render-queues';
import type { CommandContext, Terminal } from '../terminal';

/** Refresh interval, in milliseconds. */
const EVERY_MS = 2_000;

const CLEAR = '\x1b[2J\x1b[H';

interface QueuesOptions {
  readonly watch?: boolean;
  readonly json?: boolean;
}

export function addQueues(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Show the status of each queue in Redis (REDIS_URL): waiting, running, paused (until a retry) and failed hops, and how long the oldest hop has waited.',
    )
    .option('-w, --watch', 'refresh every 2 s until Ctrl-C');
  withExamples(withJson(command), [
    ['quarry queues', ''],
    ['quarry queues --watch', 'until Ctrl-C'],
    ["quarry queues --json | jq 'map(select(.oldestMs > 5000))'", ''],
  ]).action(async (options: QueuesOptions) => {
    const { redisUrl, redisPrefix: prefix } = readConfig({});
    silenceLogs();
    const carrier = createBullmqCarrier({ redisUrl, prefix });
    try {
      print(await carrier.queues(QUEUE_NAMES), options, terminal);
      if (options.watch === true) await watch(carrier, options, terminal);
    } finally {
      await carrier.close();
    }
  });
}

/** Refreshes until Ctrl-C. A Redis outage is reported once, and the refresh is retried. */
async function watch(carrier: Carrier, options: QueuesOptions, terminal: Terminal): Promise<void> {
  let problem = '';
  while (await pause(terminal.signal)) {
    try {
      print(await carrier.queues(QUEUE_NAMES), options, terminal);
      problem = '';
    } catch (error) {
      if (!(error instanceof Fault) || !error.retryable) throw error;
      if (error.message !== problem) terminal.note(error.message);
      problem = error.message;
    }
  }
}

/** False if it was interrupted. */
async function pause(signal: AbortSignal): Promise<boolean> {
  await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

function print(states: readonly QueueState[], options: QueuesOptions, terminal: Terminal): void {
  if (options.json === true)
    // With --watch, one JSON document per line, so that a reader can separate them.
    terminal.out(`${printableJson(states, options.watch === true ? 0 : 2)}\n`);
  else {
    // On a terminal, each refresh replaces the previous one. Elsewhere, an empty line separates them.
    const [before, after] =
      options.watch !== true ? ['', ''] : process.stdout.isTTY ? [CLEAR, ''] : ['', '\n'];
    terminal.out(`${before}${renderQueues(states, terminal.onOut)}${after}`);
  }
}
