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

/** A method that a path lacks, or parameters or a body that an operation lacks: the field is left out. */
const ABSENT =
  /^ *(?:get|put|post|delete|options|head|patch|trace|query|header|path|cookie|requestBody)\?: never;\n/gm;

/** The parts of an OpenAPI document that are read. */
interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses?: Record<string, Response> }>>>
  >;
  readonly components: object;
}
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

const [from, to = TYPES] = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'quarry-client-'));
try {
  const document = path.join(folder, 'openapi.json');
  const described = from === undefined ? await ownDocument() : await readFile(from, 'utf8');
  await writeFile(document, JSON.stringify(withSharedProblems(JSON.parse(described) as Description)));
  const written = path.join(folder, 'api.ts');
  const generator = path.join(ROOT, 'node_modules/.bin/openapi-typescript');
  await promisify(execFile)(process.execPath, [generator, document, '--output', written, ...FLAGS]);
  const options = (await resolveConfig(TYPES)) ?? {};
  const types = (await readFile(written, 'utf8')).replaceAll(ABSENT, '');
  await writeFile(to, await format(types, { ...options, filepath: TYPES }));
} finally {
  await rm(folder, { recursive: true });
}

/**
 * The document with each problem response as a component: its types then stand once, not at every operation. A name
 * consists of the codes, as in `bad_request · question_empty`.
 */
function withSharedProblems(document: Description): Description {
  const problems = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses = {} }) =>
      Object.entries(responses).map(([status, response]) => ({ responses, status, response })),
    )
    .filter(({ response }) => response.content?.['application/problem+json'] !== undefined);
  const shared: Record<string, Response> = {};
  for (const { responses, status, response } of problems) {
    const name = (response.description ?? '').replaceAll('`', '').replaceAll(/[^\w]+/g, '-');
    if (JSON.stringify((shared[name] ??= response)) !== JSON.stringify(response)) continue;
    responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return { ...document, components: { ...document.components, responses: shared } };
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
