import { parentPort } from 'node:worker_threads';
import type { FromReader, ToReader } from './messages';
import { usedByThread } from './processor-limit';
import { readDocument } from './read-file';

/** Reads one file after another in its thread; the owner sends the next file when the previous one is done. */
function serve(port: NonNullable<typeof parentPort>): void {
  const say = (message: FromReader): void => port.postMessage(message);
  port.on('message', (task: ToReader) => {
    say({ kind: 'begun', id: task.id, used: usedByThread() });
    readDocument(task)
      .then((loaded) => say({ kind: 'loaded', id: task.id, loaded, used: usedByThread() }))
      .catch((error: unknown) => {
        say({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
      });
  });
}

// Output of libraries is not ours; besides, a thread that writes output keeps the process alive.
process.stdout.write = process.stderr.write = () => true;
// A library's unhandled rejection must not end the thread and with it the current file.
process.on('unhandledRejection', () => undefined);
if (parentPort) serve(parentPort);
