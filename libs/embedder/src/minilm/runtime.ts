import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The package that computes the model, in the version of package.json. */
export const RUNTIME = { name: 'onnxruntime-node', version: '1.30.0' } as const;

/** Folder of a runtime that `quarry setup` installed next to the model, for a Quarry that came without one. */
export function runtimeDir(dir: string): string {
  return join(dir, 'runtime');
}

/** The runtime's module: Quarry's own dependency, otherwise the one next to the model; null without either. */
export function findRuntime(dir: string): string | null {
  for (const from of [__filename, join(runtimeDir(dir), 'package.json')]) {
    try {
      return createRequire(from).resolve(RUNTIME.name);
    } catch {
      // The next place.
    }
  }
  return null;
}
