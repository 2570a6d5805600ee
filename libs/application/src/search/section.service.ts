import { Inject, Injectable } from '@nestjs/common';
import { SEARCH_INDEX } from '@quarry/platform';
import {
  findSection,
  pageEvidence,
  pageNote,
  pageOf,
  SectionTrees,
  type SectionFound,
  type SectionSource,
} from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import { Fault, type EvidenceCandidate, type Section, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { SnapshotFinder, type WantedSnapshot } from './snapshot-finder';

export interface SectionsAsked extends WantedSnapshot {
  /** Path, name or id of a document; absent: lists all documents, without their sections. */
  readonly document?: string;
}

export interface SectionAsked extends WantedSnapshot {
  /** Id or title of a section, `<path>#page=N`, `<path>#L1-L20`, a path, or the name of a definition. */
  readonly id: string;
  /** In characters, from 0. */
  readonly offset?: number;
  /** Maximum characters of the page; 6,000 by default. */
  readonly characters?: number;
}

/** A page of a section. */
export interface SectionRead {
  readonly ref: SnapshotRef;
  readonly text: EvidenceCandidate;
  /** Id of the section or page; null for lines. */
  readonly section: string | null;
  /** Length of the whole section in characters. */
  readonly characters: number;
  /** Offset of the next page; null on the last page. */
  readonly next: number | null;
  /** Its position, and the sections before, after and below it. */
  readonly note: string;
}

type Found = Extract<SectionFound, { readonly kind: 'section' }>;

/** Lists the sections of documents, and reads text by its location. */
@Injectable()
export class SectionService {
  constructor(
    @Inject(SnapshotFinder) private readonly snapshots: SnapshotFinder,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
  ) {}

  /**
   * The sections in text order.
   * @throws Fault `section_unknown`, `repository_unknown`, `index_missing`, `store_unavailable`
   */
  async list(
    caller: Caller,
    asked: SectionsAsked,
  ): Promise<{ readonly ref: SnapshotRef; readonly sections: readonly Section[] }> {
    const ref = await this.snapshots.resolve(caller, asked);
    if (asked.document === undefined)
      return { ref, sections: await this.index.sections(ref, { rootsOnly: true }) };
    const { tree } = await this.find(ref, asked.document);
    return { ref, sections: tree };
  }

  /**
   * @throws Fault `section_unknown` with the nearest ids, `repository_unknown`, `index_missing`, `store_unavailable`
   */
  async read(caller: Caller, asked: SectionAsked): Promise<SectionRead> {
    const ref = await this.snapshots.resolve(caller, asked);
    const { id, offset = 0, characters: most = 6_000 } = asked;
    const found = await this.find(ref, id);
    const { from, to } = found.stretch;
    const page = pageOf(found.whole, found.stretch, offset, most);
    if (!page)
      throw new Fault(
        'section_unknown',
        `Section '${id.slice(0, 200)}' has ${to - from} characters: offset ${offset} is past its end.`,
      );
    const text = pageEvidence(found, page, id);
    const note = pageNote(found, page, text.pages);
    return { ref, text, section: found.id ?? null, characters: to - from, next: page.next, note };
  }

  private async find(ref: SnapshotRef, id: string): Promise<Found> {
    const { index } = this;
    const turn: SectionSource['turn'] = { evidence: [], plan: null };
    const found = await findSection({ index, ref, turn, trees: new SectionTrees(index, ref, undefined) }, id);
    if (found.kind === 'section') return found;
    throw new Fault('section_unknown', `Nothing to read: ${found.why}.`);
  }
}
