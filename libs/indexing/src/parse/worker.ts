import { parentPort } from 'node:worker_threads';
import { usedByThread } from '@quarry/documents';
import type { Extract } from '../facts';
import { loadReaderOf } from '../readers';
import type { FromParser, ToParser } from './messages';

/** Reads one file after another in its own thread until it is terminated. */
function serve(port: NonNullable<typeof parentPort>): void {
  const say = (message: FromParser): void => port.postMessage(message);
  let last = Promise.resolve();
  port.on('message', (message: ToParser) => {
    last = last.then(async () => {
      say(await answer(message));
    });
  });
  say({ kind: 'ready', used: usedByThread() });
}

async function answer({ id, path, text }: ToParser): Promise<FromParser> {
  let extract: Extract | null;
  try {
    extract = await loadReaderOf(path);
  } catch (error) {
    return { kind: 'broken', message: messageOf(error) };
  }
  try {
    const facts = extract?.(path, text);
    return facts
      ? { kind: 'facts', id, facts, used: usedByThread() }
      : { kind: 'failed', id, message: 'no reader supports this file type' };
  } catch (error) {
    return { kind: 'failed', id, message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (parentPort) serve(parentPort);
