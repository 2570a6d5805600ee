import { parentPort } from 'node:worker_threads';
import type { FromReader, ToReader } from './messages';
import { usedByThread } from './processor-limit';
import { readDocument } from './read-file';

/** Reads one file after another in its own thread, until that is ended. It is given a file when the one before is done. */
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

// What a library prints about a file is no message of ours; and a thread that printed would hold the process.
process.stdout.write = process.stderr.write = () => true;
// A library that forgets a promise must not end the thread, and with it the file that is read.
process.on('unhandledRejection', () => undefined);
if (parentPort) serve(parentPort);
