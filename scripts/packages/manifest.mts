import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../root.mts';

/** The part of a package.json that the packages need. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** The manifest of a folder of the workspace; the workspace's own for `''`. */
export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}

/** Writes the package.json of a staged package, with what all packages have in common. */
export function writeManifest(
  folder: string,
  fields: Readonly<Record<string, unknown>>,
  directory: string,
  repository?: string,
): void {
  const manifest = {
    ...fields,
    license: 'Apache-2.0',
    ...(repository === undefined ? {} : { repository: { type: 'git', url: repository, directory } }),
    publishConfig: { access: 'public' },
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
