import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../root.mts';
import { copied, rewrite } from './copied-code.mts';
import { manifestOf, writeManifest } from './manifest.mts';

/** `@quarry/client`: the compiled client and its declarations. Returns the package's folder. */
export function stageClient(folder: string, repository?: string): string {
  const place = 'libs/client';
  const staged = path.join(folder, 'libs/client');
  for (const file of copied(folder, `${place}/dist`, (name) => /(?:\.js|\.d\.ts)$/.test(name)))
    if (/\.[jt]s$/.test(file)) rewrite(file);
  for (const file of ['README.md']) copyFileSync(path.join(ROOT, place, file), path.join(staged, file));
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(staged, 'LICENSE'));
  const { name, version, description, dependencies } = manifestOf(place);
  writeManifest(
    staged,
    {
      name,
      version,
      description,
      keywords: ['quarry', 'client', 'question answering', 'citations'],
      main: './dist/index.js',
      types: './dist/index.d.ts',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './package.json': './package.json',
      },
      sideEffects: false,
      engines: { node: '>=20' },
      dependencies,
    },
    place,
    repository,
  );
  return staged;
}
