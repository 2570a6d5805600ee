import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages';
import { usedByThread } from './processor-limit';

/**
 * Makes this thread answer the requests of a `BoundedThread`, one after another. The owner sends the next request when
 * the previous one is done.
 * @param work never rejects because of the content of a request; a rejection says that the thread works for none
 */
export function answerIn<Request, Reply>(work: (request: Request) => Promise<Reply>): void {
  // Output of libraries is not ours; besides, a thread that writes output keeps the process alive.
  process.stdout.write = process.stderr.write = () => true;
  // A library's unhandled rejection must not end the thread and with it the current request.
  process.on('unhandledRejection', () => undefined);
  const say = (message: FromThread<Reply>): void => parentPort?.postMessage(message);
  parentPort?.on('message', ({ id, request }: ToThread<Request>) => {
    say({ kind: 'begun', id, used: usedByThread() });
    work(request)
      .then((reply) => say({ kind: 'done', id, reply, used: usedByThread() }))
      .catch((error: unknown) => {
        say({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
      });
  });
}
