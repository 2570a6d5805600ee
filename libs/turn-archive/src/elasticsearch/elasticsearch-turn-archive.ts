import type { estypes } from '@elastic/elasticsearch';
import { DocumentIndex, type ServerOptions } from '@quarry/elasticsearch';
import type { SentPrompt } from '@quarry/turn';
import type { ArchivedTurn, TurnCursor, TurnFilter, TurnHead } from '../archived-turn';
import { citationsOf, type KeptCitations, type Seen, type TurnName } from '../citation';
import { headOf, pipelineName, repositoriesOf } from '../head';
import { pack, unpack } from '../packed';
import type { TurnArchive } from '../port';
import type { TotalsRange, TurnTotals } from '../totals';
import { searchableWords } from '../words';
import {
  ARCHIVE_SHAPE,
  bodyId,
  citationId,
  digest,
  headId,
  promptId,
  type ArchiveDocument,
  type ContentDocument,
  type HeadDocument,
} from './documents';
import { CitationDocuments } from './citation-documents';
import { hashed, listFilter } from './query';
import { totalled, totalsOf, totalsRequest, type TotalsPage } from './totals';

const SETTING = 'TURN_ARCHIVE_URL';

/** Prompts of one turn: at most one per hop and repair. */
const MAX_PROMPTS = 1_000;
/**
 * Turns in one Elasticsearch index. The head of a turn decides: it is written last, once, and remains after a deletion.
 * Contents without a head, of a turn whose save was interrupted, are invisible. Lists are searched, after a refresh.
 */
export class ElasticsearchTurnArchive implements TurnArchive {
  private readonly index: DocumentIndex<ArchiveDocument>;
  private readonly cited: CitationDocuments;

  /** @throws Fault `bad_request` for a malformed URL */
  constructor(url: string, options: ServerOptions = {}) {
    this.index = new DocumentIndex(SETTING, url, ARCHIVE_SHAPE, options);
    this.cited = new CitationDocuments(this.index);
  }

  ping(): Promise<void> {
    return this.index.ping();
  }

  async save(archived: ArchivedTurn): Promise<void> {
    const { tenant, id } = archived.turn;
    const head = headId(tenant, id);
    const at = Math.trunc(archived.turn.askedAt);
    const body = await content('body', { tenant, turn: head, at, document: archived });
    await this.index.write(bodyId(tenant, id), body, null);
    const citations = citationsOf(archived.turn);
    await this.cited.add({ tenant, id, at }, citations);
    const saved = await this.index.write(head, headDocument(archived), null);
    if (saved !== null) return;
    const ids = [bodyId(tenant, id), ...citations.map(({ n }) => citationId(tenant, id, n))];
    for (const each of ids) await this.removeIfDeleted(head, each);
  }

  async list(
    tenant: string,
    filter: TurnFilter,
    { limit, after }: { readonly limit: number; readonly after?: TurnCursor },
  ): Promise<readonly TurnHead[]> {
    const conditions = listFilter(tenant, filter);
    if (conditions === null) return [];
    const hits = await this.search<Pick<HeadDocument, 'content' | 'staleness'>>({
      query: { bool: { filter: conditions } },
      sort: [{ at: { order: 'desc' } }, { id: { order: 'desc' } }],
      size: limit,
      _source: ['content', 'staleness'],
      ...(after ? { search_after: [after.askedAt, after.id] } : {}),
    });
    return hits.flatMap(({ content: head, staleness = null }) =>
      head === undefined ? [] : [{ ...(JSON.parse(head) as TurnHead), staleness }],
    );
  }

  async load(tenant: string, turnId: string): Promise<ArchivedTurn | null> {
    const [head, body] = await this.index.read<[HeadDocument, ContentDocument]>([
      headId(tenant, turnId),
      bodyId(tenant, turnId),
    ]);
    if (head?.document.kind !== 'head' || !body) return null;
    return unpack<ArchivedTurn>(Buffer.from(body.document.content, 'base64'));
  }

  async savePrompt(tenant: string, turnId: string, prompt: SentPrompt): Promise<void> {
    const head = headId(tenant, turnId);
    const id = promptId(tenant, turnId, prompt.step, prompt.hash);
    const at = Math.trunc(prompt.at);
    await this.index.write(id, await content('prompt', { tenant, turn: head, at, document: prompt }), null);
    await this.removeIfDeleted(head, id);
  }

  async prompts(tenant: string, turnId: string): Promise<readonly SentPrompt[]> {
    const hits = await this.search<Pick<ContentDocument, 'content'>>({
      query: {
        bool: {
          filter: [
            { term: { kind: 'prompt' } },
            { term: { tenant: digest(tenant) } },
            { term: { turn: headId(tenant, turnId) } },
          ],
        },
      },
      sort: [{ at: { order: 'asc' } }, { _doc: { order: 'asc' } }],
      size: MAX_PROMPTS,
      _source: ['content'],
    });
    return Promise.all(hits.map((hit) => unpack<SentPrompt>(Buffer.from(hit.content, 'base64'))));
  }

  async delete(tenant: string, turnIds: readonly string[]): Promise<void> {
    const at = Date.now();
    const heads = turnIds.map((id) => headId(tenant, id));
    const operations = turnIds.flatMap((id): (estypes.BulkOperationContainer | HeadDocument)[] => [
      { index: { _id: headId(tenant, id), require_alias: true } },
      { kind: 'deleted', tenant: digest(tenant), id, at },
      { delete: { _id: bodyId(tenant, id) } },
    ]);
    if (operations.length === 0) return;
    // Marked as deleted first, then emptied: a concurrent save sees the deletion, and removes its own documents.
    const { items } = await this.index.call((client) =>
      client.bulk<HeadDocument>({ index: this.index.name, operations }),
    );
    const failed = items.find(({ index }) => index?.error)?.index?.error;
    if (failed) throw this.index.unavailable(`did not delete a turn (${failed.reason ?? failed.type})`);
    await this.removeAll([{ terms: { kind: ['prompt', 'citation'] } }, { terms: { turn: heads } }]);
  }

  async deleted(tenant: string, turnIds: readonly string[]): Promise<readonly string[]> {
    const found = await this.index.read<readonly HeadDocument[]>(turnIds.map((id) => headId(tenant, id)));
    return turnIds.filter((_, i) => found[i]?.document.kind === 'deleted');
  }

  async totals(range: TotalsRange): Promise<readonly TurnTotals[]> {
    const { name: index } = this.index;
    await this.index.call((client) => client.indices.refresh({ index }));
    const found: TurnTotals[] = [];
    for (let after: TotalsPage['after_key']; ;) {
      const { aggregations } = await this.index.call((client) =>
        client.search<never, { readonly groups: TotalsPage }>({
          index,
          allow_partial_search_results: false,
          ...totalsRequest(range, after),
        }),
      );
      const page = aggregations?.groups;
      found.push(...(page?.buckets ?? []).map(totalsOf));
      after = page?.after_key;
      if (after === undefined) return found;
    }
  }

  async indexEarlier(limit: number): Promise<number> {
    const earlier = await this.search<HeadDocument>({
      query: {
        bool: { filter: [{ term: { kind: 'head' } }], must_not: [{ exists: { field: 'cited' } }] },
      },
      size: limit,
    });
    for (const { id, at, tenant_name: tenant = '' } of earlier) {
      const archived = await this.load(tenant, id);
      if (archived) await this.cited.add({ tenant, id, at }, citationsOf(archived.turn));
      await this.changeHead({ tenant, id }, (head) => ({ ...head, cited: true }));
    }
    return earlier.length;
  }

  uncompared(limit: number): Promise<readonly TurnName[]> {
    return this.cited.uncompared(limit);
  }

  citedRepositories(): Promise<readonly string[]> {
    return this.cited.repositories();
  }

  seen(repository: string): Promise<readonly Seen[]> {
    return this.cited.seen(repository);
  }

  citing(repository: string, seen: readonly Seen[]): Promise<readonly TurnName[]> {
    return this.cited.citing(repository, seen);
  }

  async citations({ tenant, id }: TurnName): Promise<KeptCitations | null> {
    const head = await this.index.get<HeadDocument>(headId(tenant, id));
    if (head?.document.kind !== 'head') return null;
    const citations = await this.cited.of(headId(tenant, id));
    return { citations, staleness: head.document.staleness ?? null };
  }

  async mark(turn: TurnName, { citations, staleness }: KeptCitations): Promise<void> {
    const changed = await this.changeHead(turn, ({ staleness: _before, ...head }) => ({
      ...head,
      ...(staleness === null ? {} : { staleness }),
    }));
    if (changed) await this.cited.mark({ ...turn, at: changed.at }, citations);
  }

  async prune(before: number): Promise<number> {
    const old = { range: { at: { lt: before } } };
    // Heads first: every listed turn is readable.
    const turns = await this.removeAll([old, { term: { kind: 'head' } }]);
    await this.removeAll([old]);
    return turns;
  }

  close(): Promise<void> {
    return this.index.close();
  }

  /** The head after the change; null if the turn is not stored. */
  private async changeHead(
    { tenant, id }: TurnName,
    change: (head: HeadDocument) => HeadDocument,
  ): Promise<HeadDocument | null> {
    const name = headId(tenant, id);
    for (;;) {
      const found = await this.index.get<HeadDocument>(name);
      if (found?.document.kind !== 'head') return null;
      const next = change(found.document);
      if ((await this.index.write(name, next, found.version)) !== null) return next;
    }
  }

  private async search<Document>(request: estypes.SearchRequest): Promise<readonly Document[]> {
    const { name } = this.index;
    await this.index.call((client) => client.indices.refresh({ index: name }));
    const { hits } = await this.index.call((client) =>
      client.search<Document>({
        index: name,
        track_total_hits: false,
        allow_partial_search_results: false,
        ...request,
      }),
    );
    return hits.hits.flatMap(({ _source }) => _source ?? []);
  }

  private async removeAll(filter: estypes.QueryDslQueryContainer[]): Promise<number> {
    const { name: index } = this.index;
    await this.index.call((client) => client.indices.refresh({ index }));
    const { deleted = 0 } = await this.index.call((client) =>
      client.deleteByQuery({ index, query: { bool: { filter } }, conflicts: 'proceed' }),
    );
    return deleted;
  }

  private async removeIfDeleted(head: string, id: string): Promise<void> {
    const found = await this.index.get<HeadDocument>(head);
    if (found?.document.kind !== 'deleted') return;
    const written = await this.index.get(id);
    if (written) await this.index.remove(id, written.version);
  }
}

function headDocument(archived: ArchivedTurn): HeadDocument {
  const head = headOf(archived);
  const { session, stopRule, key } = head;
  const names = {
    session: hashed(session),
    pipeline: hashed(pipelineName(head.pipeline)),
    rule: hashed(stopRule ?? undefined),
    repository: repositoriesOf(head).map((name) => digest(name)),
    key: hashed(key ?? undefined),
  };
  return {
    kind: 'head',
    tenant: digest(archived.turn.tenant),
    id: head.id,
    at: head.askedAt,
    outcome: head.outcome,
    ...Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined)),
    ...totalled(archived.turn.tenant, head),
    words: searchableWords(archived.turn),
    content: JSON.stringify(head),
    cited: true,
  };
}

async function content(
  kind: ContentDocument['kind'],
  {
    tenant,
    turn,
    at,
    document,
  }: {
    readonly tenant: string;
    readonly turn: string;
    readonly at: number;
    readonly document: unknown;
  },
): Promise<ContentDocument> {
  return { kind, tenant: digest(tenant), turn, at, content: (await pack(document)).toString('base64') };
}
