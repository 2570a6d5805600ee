import { Inject, Injectable } from '@nestjs/common';
import type { Embedder } from '@quarry/embedder';
import { Action, type ActionHandler, type ActionResult, type HopContext } from '@quarry/engine';
import { EMBEDDER, SEARCH_INDEX, SNAPSHOTS, type SnapshotResolver } from '@quarry/platform';
import { Retrieval, storedPath, type Stores } from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import {
  currentPass,
  defined,
  passesFilter,
  type Extraction,
  type Outline,
  type Search,
  type Section,
  type Turn,
  type TurnEventBody,
} from '@quarry/turn';
import { searchMade, searchRecord } from '../found';
import { chooseOutline, MOST_TREES, treesWorthReading, wholeOutline } from '../outline/choose-outline';
import { withHitPages } from '../outline/hit-pages';
import { itemsOf } from '../outline/items';
import { rankDocuments, withHitsInside, type RankedDocuments } from '../outline/rank-documents';

/** Hits per search that ranks documents and sections. */
const RANKED_HITS = 40;

/** Minimum characters of a long document. Long documents among the best ones are also searched separately. */
const LONG = 20_000;
const BEST = 3;
const INSIDE_HITS = 20;

/** The chosen sections, and the searches that ranked them. */
interface Chosen extends Pick<Outline, 'sections' | 'left'> {
  readonly searches: readonly Search[];
  readonly events: readonly TurnEventBody[];
}

/**
 * Begins a pass of an extraction (001, "Flow"): sets the items to look for, and shows the section trees of the
 * documents. If not all fit, it shows those that match the items best. `empty`: the index contains no document with
 * sections.
 */
@Injectable()
@Action({
  name: 'list_sections',
  outcomes: ['ok', 'empty'],
  store: { name: 'search', lacks: 'without the sections of the documents' },
})
export class ListSectionsAction implements ActionHandler {
  private readonly stores: Stores;

  constructor(
    @Inject(SEARCH_INDEX) index: SearchReader,
    @Inject(EMBEDDER) embedder: Embedder | null,
    @Inject(SNAPSHOTS) snapshots: SnapshotResolver,
  ) {
    this.stores = { index, embedder, reranker: null, snapshots };
  }

  async run(turn: Turn, _params: object, context: HopContext): Promise<ActionResult> {
    const pass = currentPass(turn);
    const items = itemsOf(turn, context.settings);
    const read = turn.extraction?.read ?? [];
    const extraction: Extraction = { pass, items, turns: 0, judged: 0, read, drafts: [] };
    const chosen = await this.choose(turn, items, context);
    for (const event of chosen.events) await context.emit(event);
    const { sections, left, searches } = chosen;
    const none = sections.length === 0 && left.documents === 0;
    const documents = new Set(sections.filter(({ level }) => level === 0).map(({ id }) => id)).size;
    return {
      outcome: none ? 'empty' : 'ok',
      patch: {
        outline: { pass, sections, left },
        extraction,
        ...(searches.length > 0 ? { searches: [...turn.searches, ...searches] } : {}),
      },
      note: none
        ? 'the index has no document with sections within the filter of the question'
        : `${sections.length} section${sections.length === 1 ? '' : 's'} of ${documents} document${documents === 1 ? '' : 's'} shown, ${left.sections} sections and ${left.documents} documents omitted`,
    };
  }

  private async choose(turn: Turn, items: readonly string[], context: HopContext): Promise<Chosen> {
    const { index, snapshots } = this.stores;
    const { settings } = context;
    const max = settings.max_outline_tokens;
    const ref = await snapshots.resolve(settings);
    const filter = turn.plan?.filter;
    // Sections have no language: the search applies a filter by language, and only the documents that it finds are
    // shown.
    const byLanguage = (filter?.languages ?? []).length > 0;
    const prefixes = filter?.pathPrefixes ?? [];
    const roots = (await index.sections(ref, { rootsOnly: true })).filter((root) =>
      passesFilter({ pathPrefixes: prefixes }, { path: storedPath(root), repository: root.repository }),
    );
    const nothing = { sections: [], left: { sections: 0, documents: 0 }, searches: [], events: [] };
    if (roots.length === 0) return nothing;
    if (!byLanguage && roots.length <= MOST_TREES && wholeOutline(roots, max)) {
      const all = wholeOutline(await this.treesOf(ref, roots.map(storedPath)), max);
      if (all) return { ...nothing, sections: all };
    }
    const { ranked, searches, events } = await this.rank(turn, items, roots, context);
    const allowed = byLanguage ? roots.filter((root) => ranked.paths.includes(storedPath(root))) : roots;
    const trees = await this.treesOf(ref, treesWorthReading(allowed, ranked));
    const shown = withHitPages(trees, ranked.hits);
    return { ...chooseOutline(allowed, shown, ranked, max), searches, events };
  }

  private treesOf(ref: Retrieval['ref'], paths: readonly string[]): Promise<readonly Section[]> {
    return this.stores.index.sections(ref, { paths });
  }

  /** Searches for the items to rank documents, without adding evidence. */
  private async rank(
    turn: Turn,
    items: readonly string[],
    roots: readonly Section[],
    { settings, signal }: HopContext,
  ): Promise<Pick<Chosen, 'searches' | 'events'> & { readonly ranked: RankedDocuments }> {
    // Even weak hits show which documents are closer than others.
    const relevance = { ...settings.relevance, min_cosine: -1, min_term_share: 0 };
    const retrieval = await Retrieval.open(this.stores, 'hybrid', { ...settings, relevance });
    const filter = turn.plan?.filter;
    const asked = (topK: number, within = filter) => items.map((query) => ({ query, topK, filter: within }));
    const lists = await retrieval.search(asked(RANKED_HITS), signal);
    const ranked = rankDocuments(items, lists, roots);
    // Rank the sections of the best long documents separately: among all hits, too few are theirs.
    const long = new Set(roots.filter(({ characters }) => characters >= LONG).map(storedPath));
    const best = ranked.paths.slice(0, BEST).filter((path) => long.has(path));
    const inside = await retrieval.search(
      best.flatMap((path) => asked(INSIDE_HITS, { ...filter, pathPrefixes: [path] })),
      signal,
    );
    const { ref, mode, fallback } = retrieval;
    const how = { ref, mode, ...defined({ fallback }) };
    const searches = items.map((query, at) => ({
      ...searchRecord(currentPass(turn), how, query),
      hits: lists[at]?.length ?? 0,
    }));
    const events = searches.map((search, at) => searchMade(search, lists[at] ?? []));
    return { ranked: withHitsInside(ranked, inside), searches, events };
  }
}
