import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerSettings } from './pool';

// Runs in a worker thread under the rules of model.ts: erasable syntax, no relative imports at run time.

/** Switches from idle (0) to computing (1); false if the process is ending and the gate is shut (2). */
function enter(gate: Int32Array): boolean {
  return Atomics.compareExchange(gate, 0, 0, 1) === 0;
}

function leave(gate: Int32Array): void {
  Atomics.compareExchange(gate, 0, 1, 0);
  Atomics.notify(gate, 0);
}

async function serve(port: NonNullable<typeof parentPort>, settings: WorkerSettings): Promise<void> {
  const say = (message: FromWorker): void => port.postMessage(message);
  try {
    // The settings contain the path because the extension differs between dist and sources.
    const module = (await import(settings.module)) as typeof import('./model');
    const model = await module.openModel(settings.files, settings.pooling);
    leave(settings.gate);
    port.on('message', (message: ToWorker) => {
      if (message === 'end') return port.close();
      const { id, text } = message;
      if (!enter(settings.gate)) return;
      model
        .embed(text)
        .finally(() => leave(settings.gate))
        .then(
          (vector) => say({ kind: 'vector', id, vector }),
          (error: unknown) => say({ kind: 'failed', id, message: String(error) }),
        );
    });
    say({ kind: 'ready', dimension: model.dimension });
  } catch (error) {
    say({ kind: 'broken', message: String(error) });
  }
}

if (parentPort) void serve(parentPort, workerData as WorkerSettings);
