import { DocumentIndex, scan, type ServerOptions } from '@quarry/elasticsearch';
import type { GoldenRun, GoldenRunHead } from '../golden-run';
import type { GoldenSet, GoldenSetHead } from '../golden-set';
import type { GoldenStore, Pending } from '../port';
import { isOpen, runHead, setHead, storedRun, storedSet, wholeRun, wholeSet } from '../stored';
import { GOLDEN_SHAPE, runDocumentId, setDocumentId, tenantKey, type GoldenDocument } from './documents';

const SETTING = 'GOLDEN_STORE_URL';

type Listed = Pick<GoldenDocument, 'kind' | 'head'>;
type Term = { readonly term: Readonly<Record<string, string | boolean>> };

/**
 * Golden sets and runs in one Elasticsearch index, like the history (ADR 10). Documents are read by id, which is
 * realtime, and written if the version that was read is still current. Only lists use searches, after a refresh.
 */
export class ElasticsearchGoldenStore implements GoldenStore {
  private readonly index: DocumentIndex<GoldenDocument>;

  /** @throws Fault `bad_request` if the URL is malformed */
  constructor(url: string, options: ServerOptions = {}) {
    this.index = new DocumentIndex(SETTING, url, GOLDEN_SHAPE, options);
  }

  ping(): Promise<void> {
    return this.index.ping();
  }

  async sets(tenant: string): Promise<readonly GoldenSetHead[]> {
    const found = await this.list({ term: { kind: 'set' } }, { term: { tenant: tenantKey(tenant) } });
    return found.map(setHead).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async set(tenant: string, name: string): Promise<GoldenSet | null> {
    const found = await this.index.get(setDocumentId(tenant, name));
    return found && wholeSet(found.document);
  }

  saveSet(set: GoldenSet): Promise<boolean> {
    return this.save(setDocumentId(set.tenant, set.name), {
      kind: 'set',
      tenant: tenantKey(set.tenant),
      set: set.id,
      version: set.revision,
      created_at: set.createdAt,
      pending: set.schedule !== null,
      ...storedSet(set),
    });
  }

  async deleteSet(tenant: string, name: string, revision?: number): Promise<boolean> {
    const id = setDocumentId(tenant, name);
    for (;;) {
      const found = await this.index.get(id);
      if (!found || (revision !== undefined && found.document.version !== revision)) return false;
      if (!(await this.index.remove(id, found.version))) continue;
      // If this is interrupted, the remaining runs belong to a deleted set, so no list contains them.
      for (const run of await this.runs(tenant, found.document.set)) await this.deleteRun(tenant, run.id);
      return true;
    }
  }

  async runs(tenant: string, setId: string): Promise<readonly GoldenRunHead[]> {
    const found = await this.list(
      { term: { kind: 'run' } },
      { term: { tenant: tenantKey(tenant) } },
      { term: { set: setId } },
    );
    return found.map(runHead).toSorted((a, b) => -byAge(a, b));
  }

  async run(tenant: string, id: string): Promise<GoldenRun | null> {
    const found = await this.index.get(runDocumentId(tenant, id));
    return found && wholeRun(found.document);
  }

  saveRun(run: GoldenRun): Promise<boolean> {
    return this.save(runDocumentId(run.tenant, run.id), {
      kind: 'run',
      tenant: tenantKey(run.tenant),
      set: run.setId,
      version: run.version,
      created_at: run.createdAt,
      pending: isOpen(run),
      ...storedRun(run),
    });
  }

  async deleteRun(tenant: string, id: string): Promise<boolean> {
    const document = runDocumentId(tenant, id);
    for (;;) {
      const found = await this.index.get(document);
      if (!found) return false;
      if (await this.index.remove(document, found.version)) return true;
    }
  }

  async pending(): Promise<Pending> {
    const found = await this.list({ term: { pending: true } });
    return {
      runs: found
        .filter(({ kind }) => kind === 'run')
        .map(runHead)
        .toSorted(byAge),
      sets: found.filter(({ kind }) => kind === 'set').map(setHead),
    };
  }

  close(): Promise<void> {
    return this.index.close();
  }

  /** Requires the previous version, of the same set. */
  private async save(id: string, document: GoldenDocument): Promise<boolean> {
    const found = document.version === 1 ? null : await this.index.get(id);
    const before = found?.document;
    const isNext = before?.version === document.version - 1 && before.set === document.set;
    if (document.version !== 1 && !isNext) return false;
    return (await this.index.write(id, document, found?.version ?? null)) !== null;
  }

  private async list(...filter: Term[]): Promise<readonly Listed[]> {
    const found: Listed[] = [];
    for await (const page of scan<Listed>(this.index, { filter, _source: ['kind', 'head'] }))
      found.push(...page.flatMap(({ _source }) => _source ?? []));
    return found;
  }
}

function byAge(a: GoldenRunHead, b: GoldenRunHead): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
