import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../root.mts';
import { manifestOf } from './manifest.mts';

/** The places of Quarry's own modules: `@quarry/engine/bullmq` → `libs/engine/dist/bullmq.js`. */
export type OwnModules = ReadonlyMap<string, string>;

export function ownModules(): OwnModules {
  const modules = new Map<string, string>();
  for (const kind of ['apps', 'libs'])
    for (const name of readdirSync(path.join(ROOT, kind))) {
      const { name: own, exports = {} } = manifestOf(`${kind}/${name}`);
      for (const [entry, conditions] of Object.entries(exports))
        if (typeof conditions !== 'string' && conditions['default'] !== undefined)
          modules.set(path.posix.join(own, entry), path.posix.join(kind, name, conditions['default']));
    }
  return modules;
}

/**
 * Replaces the names of Quarry's own modules by relative paths, because the package has no `node_modules/@quarry`.
 * @param place path of the file within the package
 * @throws Error for a module that the workspace does not have
 */
export function withOwnPaths(code: string, place: string, modules: OwnModules): string {
  return code.replaceAll(
    /(\b(?:require|import)\(['"])(@quarry\/[^'"]+)(?=['"]\))/g,
    (_all, call: string, name: string) => {
      const module = modules.get(name);
      if (module === undefined) throw new Error(`${place} loads ${name}, which no workspace exports.`);
      const way = path.posix.relative(path.posix.dirname(place), module);
      return `${call}${way.startsWith('.') ? way : `./${way}`}`;
    },
  );
}
