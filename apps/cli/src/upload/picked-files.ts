import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { readTree, type Remark } from '@quarry/indexing';
import { Fault } from '@quarry/turn';

/** A file to send, and its path in the archive, with `/` as separator. */
export interface PickedFile {
  readonly path: string;
  readonly absolute: string;
}

/** What is sent: one file as it is, or several in an archive. */
export interface Picked {
  /** Of the file, or of the folder. */
  readonly name: string;
  readonly files: readonly PickedFile[];
  /** True for one file, which is sent without an archive around it. */
  readonly isOne: boolean;
  /** What is left out: ignored files, dependencies. */
  readonly skipped: readonly Remark[];
}

/**
 * The files of paths: of a folder those that `quarry index` would read, so that nothing that git ignores leaves this
 * machine.
 * @throws Fault `path_not_found` if there is nothing at a path, or no file to send; `bad_request` for two of one name
 */
export async function pickedFiles(paths: readonly string[], signal: AbortSignal): Promise<Picked> {
  const files: PickedFile[] = [];
  const skipped: Remark[] = [];
  const names = new Set<string>();
  let isOne = paths.length === 1;
  for (const path of paths) {
    const absolute = resolve(path);
    const name = basename(absolute);
    const found = await stat(absolute).catch(() => null);
    if (!found)
      throw new Fault('path_not_found', `There is nothing at ${absolute}. Name a file or a folder.`);
    if (names.has(name))
      throw new Fault(
        'bad_request',
        `Two of the paths are named '${name}'. Upload them one after the other.`,
      );
    names.add(name);
    if (!found.isDirectory()) {
      files.push({ path: name, absolute });
      continue;
    }
    isOne = false;
    // The gateway knows the limits of each kind of file.
    const tree = await readTree(absolute, { unlimited: () => true, signal });
    files.push(...tree.files.map((file) => ({ path: `${name}/${file.path}`, absolute: file.absolute })));
    skipped.push(...tree.skipped.map((remark) => ({ ...remark, path: `${name}/${remark.path}` })));
  }
  if (files.length === 0)
    throw new Fault(
      'path_not_found',
      `There is no file to upload at ${paths.map((path) => resolve(path)).join(', ')}.`,
    );
  const [first = ''] = names;
  return { name: names.size === 1 ? first : 'files', files, isOne, skipped };
}
