import { posix } from 'node:path';
import { OUTSIDE, type Found } from './found';
import type { Project, ProjectFile } from './project';

const EXTENSIONS = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** `./a`, `./a.js` (which may be `a.ts`), `./folder`, and packages of the workspace by name. */
export function ecmascriptModule(project: Project): (module: string, from: ProjectFile) => Found {
  const fileAt = (path: string): Found | undefined => {
    const bare = path.replace(/\.[cm]?jsx?$/, '');
    const tries = [
      path,
      ...EXTENSIONS.map((extension) => bare + extension),
      ...EXTENSIONS.map((extension) => path + extension),
    ];
    const hit = [...tries, ...EXTENSIONS.map((extension) => posix.join(path, `index${extension}`))].find(
      (candidate) => project.file(candidate)?.family === 'ecmascript',
    );
    return hit === undefined ? undefined : { is: 'file', path: hit };
  };
  return (module, from) => {
    if (/^\.{1,2}(\/|$)/.test(module)) {
      return fileAt(posix.join(posix.dirname(from.facts.path), module).replace(/\/$/, '')) ?? OUTSIDE;
    }
    const segments = module.split('/');
    for (let length = segments.length; length > 0; length--) {
      const folder = project.packages.get(segments.slice(0, length).join('/'));
      if (folder === undefined) continue;
      const rest = segments.slice(length).join('/') || 'index';
      const places = [
        posix.join(folder, 'src', rest),
        posix.join(folder, rest),
        posix.join(folder, 'lib', rest),
      ];
      for (const place of places) {
        const hit = fileAt(place);
        if (hit) return hit;
      }
    }
    return OUTSIDE;
  };
}
