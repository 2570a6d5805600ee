/** A retriever that `bench:retrievers` starts. It exits when its stdin ends, so it never outlives its parent. */
import { silenceLogs } from '@quarry/cli';
import { readConfig } from '@quarry/platform';
import { command, wholeNumber } from '../measuring/command.ts';
import { RETRIEVER_UP, serveSlowRetriever } from './slow-retriever.ts';

await command(async (terminal) => {
  silenceLogs();
  const delayMs = wholeNumber('the delay of each search in ms', process.argv[2] ?? '', 0, 60_000);
  const over = new AbortController();
  process.stdin.on('end', () => over.abort()).resume();
  const count = await serveSlowRetriever(readConfig(), delayMs, {
    signal: AbortSignal.any([over.signal, terminal.signal]),
    up: () => {
      terminal.err(`${RETRIEVER_UP}\n`);
    },
  });
  terminal.out(`${JSON.stringify(count)}\n`);
});
