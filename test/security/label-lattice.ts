import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyLabels, runIndex } from '@quarry/indexer/run';
import { openStores, readConfig, type QuarryConfig } from '@quarry/platform';
import type { Clearance } from '@quarry/repositories';
import type { Running } from '@quarry/solo';
import * as fc from 'fast-check';
import {
  startEmbeddingsServer,
  type EmbeddingsServer,
} from '../../libs/embedder/src/testing/embeddings-server';
import { call, endsDealtWith, SOURCES, startGateway } from '../api/gateway-under-test';
import { Keys } from './keys-under-test';
import { askEverything, type Exchange } from './label-requests';
import { FILES, OLD_FILES, writeFiles } from './labelled-shop';

const GROUPS = ['finance', 'board'];
const LADDER = ['public', 'internal', 'confidential', 'restricted'];
const SNAPSHOTS = { old: OLD_FILES, current: FILES } as const;
const PATHS = [...new Set([...Object.keys(FILES), ...Object.keys(OLD_FILES)])];

/** Who may read each file: an entry of its labels file, or null for none. */
type Labelling = Readonly<
  Record<string, { readonly groups?: string[]; readonly sensitivity?: string } | null>
>;
type Limited = Exclude<Clearance, 'all'>;

// So that most callers read some of the files, and not all.
const labelOf = fc.option(
  fc.record(
    {
      groups: fc.subarray(GROUPS, { minLength: 1 }),
      sensitivity: fc.constantFrom('public', 'public', ...LADDER),
    },
    { requiredKeys: ['sensitivity'] },
  ),
  { freq: 12 },
);

/** Random labels of all files of the shop. */
export const labellings: fc.Arbitrary<Labelling> = fc.record(
  Object.fromEntries(PATHS.map((path) => [path, labelOf])),
);

/** Random callers. */
export const clearances: fc.Arbitrary<Limited> = fc.record({
  groups: fc.subarray(GROUPS),
  sensitivity: fc.option(fc.constantFrom(...LADDER)),
});

interface Side {
  readonly gateway: Running & { readonly url: string };
  readonly keys: Keys;
  readonly settings: Partial<QuarryConfig>;
}

/** Where two replies to the same request differ first. */
export interface Difference {
  readonly request: string;
  /** Names of fields and positions of lists, from the reply. */
  readonly at: string;
  readonly got: unknown;
  readonly wanted: unknown;
}

/**
 * Two installations: one with all files and labels, one that is indexed without what a caller may not read. A caller
 * must not be able to tell them apart.
 */
export class LabelLattice {
  private runs = 0;
  /** Requests that were compared. */
  compared = 0;

  private constructor(
    private readonly folder: string,
    private readonly embeddings: EmbeddingsServer,
    private readonly labelled: Side,
    private readonly bare: Side,
  ) {}

  /** @param storesOf settings of the stores of a side, if they are not embedded */
  static async open(storesOf: (side: string) => Partial<QuarryConfig> = () => ({})): Promise<LabelLattice> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-lattice-')));
    const embeddings = await startEmbeddingsServer();
    const side = async (name: string, labels: 'off' | 'enforce'): Promise<Side> => {
      const dataDir = join(folder, name);
      const settings = { embedderUrl: `openai:${embeddings.url}#hash`, labels, ...storesOf(name) };
      const gateway = await startGateway(dataDir, settings);
      return { gateway, keys: new Keys(dataDir), settings: { dataDir, ...settings } };
    };
    const lattice = new LabelLattice(
      ...([folder, embeddings] as const),
      await side('labelled', 'enforce'),
      await side('bare', 'off'),
    );
    for (const [snapshot, files] of Object.entries(SNAPSHOTS)) {
      writeFiles(lattice.rootOf('with', snapshot), files);
      await lattice.index(lattice.labelled, 'with', snapshot);
    }
    return lattice;
  }

  async close(): Promise<void> {
    for (const { keys, gateway } of [this.labelled, this.bare]) {
      await keys.close();
      await gateway.close();
    }
    await this.embeddings.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Puts the labels in force and asks everything as a caller with this clearance, on both sides. */
  async differences(labelling: Labelling, clearance: Limited): Promise<readonly Difference[]> {
    this.runs += 1;
    let files = 0;
    for (const [snapshot, all] of Object.entries(SNAPSHOTS)) {
      await this.label(snapshot, labelling);
      const rest = Object.entries(all).filter(([path]) => reads(clearance, labelling, path));
      files += rest.length;
      await this.indexBare(snapshot, Object.fromEntries(rest));
    }
    const tenant = `t${this.runs}`;
    const mine = await this.ask(this.labelled, { tenant, clearance }, files > 0);
    // Who may read nothing of the shop is as one for whom it does not exist.
    const reference =
      files > 0
        ? await this.ask(this.bare, { tenant }, true)
        : await this.ask(this.labelled, { tenant, clearance: 'all', repositories: ['another'] }, false);
    this.compared += Math.max(mine.length, reference.length);
    return mine.flatMap((got, at) => firstDifference(got.request, got, reference[at]));
  }

  private async ask(
    { gateway, keys }: Side,
    who: Parameters<Keys['make']>[0],
    isAnything: boolean,
  ): Promise<readonly Exchange[]> {
    const { key } = await keys.make(who);
    return askEverything({ url: gateway.url, key, isAnything, settled: () => endsDealtWith(gateway) });
  }

  private rootOf(side: string, snapshot: string): string {
    return join(this.folder, side, snapshot, 'shop');
  }

  /** A snapshot of which nothing is readable was never indexed. */
  private async indexBare(snapshot: string, files: Readonly<Record<string, string>>): Promise<void> {
    const { gateway, keys } = this.bare;
    const { key } = await keys.make({ tenant: 'ops', role: 'operator' });
    await call(gateway.url, `DELETE /v1/repositories/shop/snapshots/${snapshot}?confirm=${snapshot}`, {
      key,
    });
    if (Object.keys(files).length === 0) return;
    writeFiles(this.rootOf('without', snapshot), files);
    await this.index(this.bare, 'without', snapshot);
  }

  /** Indexes a folder as the command line does. */
  private async index({ settings }: Side, folder: string, snapshot: string): Promise<void> {
    const listener = {
      signal: new AbortController().signal,
      progress: () => undefined,
      note: () => undefined,
    };
    const about = { root: this.rootOf(folder, snapshot), repository: 'shop', snapshot, by: 'cli' };
    await runIndex(readConfig(settings, {}), about, listener, SOURCES);
  }

  /** Puts a labels file in force, as `quarry labels refresh` does. */
  private async label(snapshot: string, labelling: Labelling): Promise<void> {
    const root = this.rootOf('with', snapshot);
    writeFileSync(join(root, 'quarry-labels.yaml'), yamlOf(labelling));
    const config = readConfig(this.labelled.settings, {});
    const stores = await openStores(config);
    try {
      await applyLabels(
        config,
        stores,
        { ref: { repository: 'shop', snapshot }, root },
        { note: () => undefined },
      );
    } finally {
      await stores.close();
    }
  }
}

function yamlOf(labelling: Labelling): string {
  const rules = Object.entries(labelling).flatMap(([path, label]) =>
    label ? [{ paths: [`/${path}`], ...label }] : [],
  );
  return JSON.stringify({ rules });
}

function reads({ groups, sensitivity }: Limited, labelling: Labelling, path: string): boolean {
  const label = labelling[path];
  if (!label) return false;
  const isIn = label.groups === undefined || label.groups.some((group) => groups.includes(group));
  return isIn && LADDER.indexOf(label.sensitivity ?? 'public') <= LADDER.indexOf(sensitivity ?? 'public');
}

function firstDifference(
  ...[request, got, wanted, at = '']: [request: string, got: unknown, wanted: unknown, at?: string]
): readonly Difference[] {
  if (isParts(got) && isParts(wanted))
    for (const name of new Set([...Object.keys(got), ...Object.keys(wanted)])) {
      const [found] = firstDifference(request, got[name], wanted[name], `${at}.${name}`);
      if (found) return [found];
    }
  else if (got !== wanted) return [{ request, at, got, wanted }];
  return [];
}

function isParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
