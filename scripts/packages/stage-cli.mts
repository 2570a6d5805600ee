import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../root.mts';
import { copied, rewrite } from './copied-code.mts';
import { manPage } from './man-page.mts';
import { manifestOf, writeManifest } from './manifest.mts';
import { ownModules, withOwnPaths, type OwnModules } from './own-requires.mts';

/** Node with `node:sqlite` unflagged and with zstd; `apps/cli/bin/quarry.js` checks it. */
const ENGINES = { node: '>=22.15' };

/**
 * Packages that are not installed with the command: Node itself, and the runtime of the embedding model, whose
 * installation downloads hundreds of megabytes. `quarry setup` fetches the runtime together with the model.
 */
const APART: ReadonlySet<string> = new Set(['node', 'onnxruntime-node']);

/**
 * The command `quarry`: the compiler's output and the bundle (ADR 25), the console, the pipelines, and the sources that
 * `quarry demo` asks about, each at its place in the workspace. Returns the package's folder.
 */
export async function stageCli(folder: string, repository?: string): Promise<string> {
  const modules = ownModules();
  for (const kind of ['apps', 'libs'])
    for (const name of readdirSync(path.join(ROOT, kind))) {
      const place = `${kind}/${name}`;
      if (name !== 'console') stageCode(folder, `${place}/dist`, modules);
      copied(
        folder,
        `${place}/src`,
        (file) => /(?<!\.spec)\.tsx?$/.test(file) && !file.includes('/testing/'),
      );
    }
  copied(folder, 'apps/console/dist', (file) => !file.endsWith('.map'));
  for (const place of ['pipelines', 'scripts/ensure-redis.sh', 'apps/cli/bin', 'LICENSE', 'docs/licences.md'])
    copied(folder, place, () => true);
  copyFileSync(path.join(ROOT, 'apps/cli/README.md'), path.join(folder, 'README.md'));
  mkdirSync(path.join(folder, 'man'));
  writeFileSync(path.join(folder, 'man/quarry.1'), await manPage());
  const { description } = manifestOf('');
  writeManifest(
    folder,
    {
      name: '@quarry/cli',
      version: manifestOf('apps/cli').version,
      description,
      keywords: ['code search', 'question answering', 'citations', 'retrieval', 'documents'],
      bin: { quarry: 'apps/cli/bin/quarry.js' },
      man: ['man/quarry.1'],
      engines: ENGINES,
      dependencies: dependencies(),
    },
    'apps/cli',
    repository,
  );
  return folder;
}

/** The packages of others that the workspace and its parts depend on, by name. The console has its own inside. */
function dependencies(): Readonly<Record<string, string>> {
  const parts = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(path.join(ROOT, kind)).map((name) => `${kind}/${name}`),
  );
  const all = ['', ...parts.filter((part) => part !== 'apps/console')].flatMap((part) =>
    Object.entries(manifestOf(part).dependencies ?? {}),
  );
  const others = all.filter(([name]) => !name.startsWith('@quarry/') && !APART.has(name));
  return Object.fromEntries(others.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

/** Copies compiled code, and what it reads at run time. */
function stageCode(folder: string, place: string, modules: OwnModules): void {
  for (const file of copied(folder, place, (name) => /\.(?:js|table)$/.test(name)))
    if (file.endsWith('.js'))
      rewrite(file, (code) => withOwnPaths(code, path.relative(folder, file).replaceAll('\\', '/'), modules));
}
