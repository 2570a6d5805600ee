import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIndex } from '@quarry/indexer/run';
import { readConfig } from '@quarry/platform';
import type { Clearance } from '@quarry/repositories';
import type { Running } from '@quarry/solo';
import * as fc from 'fast-check';
import { call, SOURCES, startGateway, type Reply } from '../api/gateway-under-test';
import { Keys } from './keys-under-test';
import { FILES, NAMES, QUERIES, writeFiles } from './labelled-shop';

const GROUPS = ['finance', 'board'];
const LADDER = ['public', 'internal', 'confidential', 'restricted'];
const OPERATIONS = ['callers', 'callees', 'impact', 'tests', 'implementations'];

/** Who may read each file: an entry of its labels file, or null for none. */
type Labelling = Readonly<
  Record<string, { readonly groups?: string[]; readonly sensitivity?: string } | null>
>;

let folder: string;
let labelled: Running & { readonly url: string };
let bare: Running & { readonly url: string };
let keys: Keys;

/** Indexes a folder as the command line does. */
async function index(data: string, root: string, labels: 'off' | 'enforce'): Promise<void> {
  const config = readConfig({ dataDir: data, embedderUrl: 'none', labels }, {});
  const listener = { signal: new AbortController().signal, progress: () => undefined, note: () => undefined };
  await runIndex(config, { root, repository: 'shop', by: 'cli' }, listener, SOURCES);
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-labels-')));
  writeFiles(join(folder, 'with/shop'), FILES);
  labelled = await startGateway(join(folder, 'a'), { labels: 'enforce' });
  bare = await startGateway(join(folder, 'b'));
  keys = new Keys(join(folder, 'a'));
});
afterAll(async () => {
  await keys.close();
  await labelled.close();
  await bare.close();
  rmSync(folder, { recursive: true, force: true });
});

function yamlOf(labelling: Labelling): string {
  const rules = Object.entries(labelling).flatMap(([path, label]) =>
    label ? [{ paths: [`/${path}`], ...label }] : [],
  );
  return JSON.stringify({ rules });
}

function reads(
  { groups, sensitivity }: Exclude<Clearance, 'all'>,
  labelling: Labelling,
  path: string,
): boolean {
  const label = labelling[path];
  if (!label) return false;
  const isIn = label.groups === undefined || label.groups.some((group) => groups.includes(group));
  return isIn && LADDER.indexOf(label.sensitivity ?? 'public') <= LADDER.indexOf(sensitivity ?? 'public');
}

/**
 * A reply without what differs between any two runs: ids, times and durations; and without the number of secrets, which
 * callers whom labels limit are not told.
 */
function told({ status, body }: Reply): unknown {
  const text = JSON.stringify(body, (name, value: unknown) =>
    /^(?:id|turn|turnId|session|session_id|turn_id|links|at|ms|askedAt|endedAt|indexedAt|updatedAt|instance|pipeline|root|commit|secrets)$/.test(
      name,
    ) &&
    typeof value !== 'undefined' &&
    !(name === 'id' && typeof value === 'string' && /[./]/.test(value))
      ? undefined
      : value,
  );
  return { status, body: JSON.parse(text) as unknown };
}

/** The call until the view of the caller is built. */
async function patient(url: string, route: string, options: Parameters<typeof call>[2]): Promise<Reply> {
  for (;;) {
    const reply = await call(url, route, options);
    if (reply.body['code'] !== 'index_busy') return reply;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const REQUESTS: readonly (readonly [string, object?])[] = [
  ...QUERIES.map((query) => ['POST /v1/search', { query, mode: 'bm25', topK: 20 }] as const),
  ...NAMES.map((name) => ['POST /v1/lookup', { name }] as const),
  ...NAMES.flatMap((name) =>
    OPERATIONS.map((operation) => [`GET /v1/graph/${operation}?name=${name}`] as const),
  ),
  ['POST /v1/sections', {}],
  ['POST /v1/tables', {}],
  ['POST /v1/tables/cells', { table: 'Prices', row: 'Chair' }],
  ...Object.keys(FILES).map((id) => ['POST /v1/sections/text', { id }] as const),
  ['GET /v1/repositories/shop'],
  ['GET /v1/repositories/shop/sample-questions'],
  ...QUERIES.slice(0, 4).map(
    (query) => ['POST /v1/turns', { question: `What is the ${query}?`, wait: true }] as const,
  ),
];

const labelOf = fc.option(
  fc.record(
    { groups: fc.subarray(GROUPS), sensitivity: fc.constantFrom(...LADDER) },
    { requiredKeys: ['sensitivity'] },
  ),
);
const labellings = fc.record(Object.fromEntries(Object.keys(FILES).map((path) => [path, labelOf])));
const clearances = fc.record({
  groups: fc.subarray(GROUPS),
  sensitivity: fc.option(fc.constantFrom(...LADDER)),
});

describe('a caller whom labels limit', () => {
  it('gets what an index without the rest would give it, on every route', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(labellings, clearances, async (labelling, clearance) => {
        writeFileSync(join(folder, 'with/shop/quarry-labels.yaml'), yamlOf(labelling));
        await index(join(folder, 'a'), join(folder, 'with/shop'), 'enforce');
        const rest = Object.entries(FILES).filter(([path]) => reads(clearance, labelling, path));
        const { key } = await keys.make({ clearance });
        if (rest.length === 0) {
          for (const [route, body] of REQUESTS) {
            const reply = await patient(labelled.url, route, { key, ...(body ? { body } : {}) });
            expect(reply.body).toMatchObject({ code: 'repository_unknown' });
          }
          return;
        }
        writeFiles(join(folder, 'without/shop'), Object.fromEntries(rest));
        await index(join(folder, 'b'), join(folder, 'without/shop'), 'off');
        for (const [route, body] of REQUESTS) {
          const [mine, reference] = [
            await patient(labelled.url, route, { key, ...(body ? { body } : {}) }),
            await call(bare.url, route, body ? { body } : {}),
          ];
          expect({ route, body, got: told(mine) }).toEqual({ route, body, got: told(reference) });
          compared += 1;
        }
      }),
      { numRuns: 8, seed: 26, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(300);
  }, 600_000);
});
