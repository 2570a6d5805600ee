/**
 * Generates the types of `@quarry/client` from the gateway's own OpenAPI document: `npm run client:generate`, after a
 * build. With two arguments, reads the document from one file and writes the types to the other, as the test does that
 * compares them.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { ROOT } from './root.mts';

const TYPES = path.join(ROOT, 'libs/client/src/generated/api.ts');
const FLAGS = [
  '--root-types',
  '--root-types-no-schema-prefix',
  // A default belongs to the server: a client may omit the field.
  '--default-non-nullable=false',
  '--empty-objects-unknown',
];

const [from, to = TYPES] = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'quarry-client-'));
try {
  const document = path.join(folder, 'openapi.json');
  await writeFile(document, from === undefined ? await ownDocument() : await readFile(from));
  const written = path.join(folder, 'api.ts');
  const generator = path.join(ROOT, 'node_modules/.bin/openapi-typescript');
  await promisify(execFile)(process.execPath, [generator, document, '--output', written, ...FLAGS]);
  const options = (await resolveConfig(TYPES)) ?? {};
  await writeFile(to, await format(await readFile(written, 'utf8'), { ...options, filepath: TYPES }));
} finally {
  await rm(folder, { recursive: true });
}

/** The OpenAPI document of the built gateway. */
async function ownDocument(): Promise<string> {
  const { openPlatform, readConfig } = await import('@quarry/platform');
  const { loadAskablePipelines, startServices } = await import('@quarry/solo');
  const config = readConfig({ dataDir: folder, embedderUrl: 'none', port: 0, logLevel: 'silent' }, {});
  const platform = await openPlatform(config);
  const running = await startServices({ platform, pipelines: loadAskablePipelines(config), http: true });
  try {
    return await (await fetch(`${String(running.url)}/v1/openapi.json`)).text();
  } finally {
    await running.close();
  }
}
