import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The package that computes the model, in the version of package.json. */
export const RUNTIME = { name: 'onnxruntime-node', version: '1.30.0' } as const;

/** Folder of a runtime that `quarry setup` installed next to the model, for a Quarry that came without one. */
export function runtimeDir(dir: string): string {
  return join(dir, 'runtime');
}

/**
 * The runtime's module: Quarry's own dependency, otherwise the one next to the model, or to the model whose folder this
 * one is in; null without any.
 */
export function findRuntime(dir: string): string | null {
  const installed = [dir, dirname(dir)].map((folder) => join(runtimeDir(folder), 'package.json'));
  for (const from of [__filename, ...installed]) {
    try {
      return createRequire(from).resolve(RUNTIME.name);
    } catch {
      // The next place.
    }
  }
  return null;
}
