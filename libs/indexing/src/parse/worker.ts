import { parentPort } from 'node:worker_threads';
import { usedByThread } from '@quarry/documents';
import { loadReaders } from '../readers';
import type { FromParser, ToParser } from './messages';

/** Reads one file after another in its own thread until it is terminated. */
async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const say = (message: FromParser): void => port.postMessage(message);
  try {
    const { extractFor } = await loadReaders();
    port.on('message', ({ id, path, text }: ToParser) => {
      try {
        const facts = extractFor(path)?.(path, text);
        say(
          facts
            ? { kind: 'facts', id, facts, used: usedByThread() }
            : { kind: 'failed', id, message: 'no reader supports this file type' },
        );
      } catch (error) {
        say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
      }
    });
    say({ kind: 'ready', used: usedByThread() });
  } catch (error) {
    say({ kind: 'broken', message: error instanceof Error ? error.message : String(error) });
  }
}

if (parentPort) void serve(parentPort);
