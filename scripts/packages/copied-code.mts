import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../root.mts';

/** Copies a file or folder of the workspace to the same place in the package. Returns the files that it wrote. */
export function copied(folder: string, place: string, wanted: (file: string) => boolean): readonly string[] {
  const files: string[] = [];
  cpSync(path.join(ROOT, place), path.join(folder, place), {
    recursive: true,
    filter: (source, target) => {
      if (path.extname(source) !== '' && !wanted(source)) return false;
      files.push(target);
      return true;
    },
  });
  return files;
}

/** Changes the text of a file, e.g. of compiled code. Source maps are not in the packages: their comments go. */
export function rewrite(file: string, change: (code: string) => string = (code) => code): void {
  const code = readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$\n?/m, '');
  writeFileSync(file, change(code));
}
