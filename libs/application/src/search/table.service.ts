import { Inject, Injectable } from '@nestjs/common';
import { SEARCH_INDEX } from '@quarry/platform';
import {
  findTables,
  pickCells,
  placeOfStored,
  SectionTrees,
  storedPath,
  tablesOf,
  type CellsWanted,
  placedRow,
  type PlacedRow,
  type SectionSource,
  type StoredTable,
} from '@quarry/retrieval';
import type { SearchReader } from '@quarry/search-index';
import { Fault, type SnapshotRef } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { SnapshotFinder, type WantedSnapshot } from './snapshot-finder';

export interface TablesAsked extends WantedSnapshot {
  /** Path, page, section or statement; absent: the tables of all documents. */
  readonly document?: string;
}

export interface CellsAsked extends WantedSnapshot, CellsWanted {
  /** Id of a table, or anything that stands for tables: `3M income statement`, `report.pdf#page=35`, a section. */
  readonly table: string;
}

export interface TablesListed {
  readonly ref: SnapshotRef;
  readonly tables: readonly StoredTable[];
  /** Documents that were not read, because there are too many: name one to list its tables. */
  readonly unread: number;
}

export interface CellsRead {
  readonly ref: SnapshotRef;
  readonly tables: readonly StoredTable[];
  readonly rows: readonly PlacedRow[];
}

/** Documents whose tables a list without a name reads, at most. */
const MOST_DOCUMENTS = 100;

/** Lists the tables of documents, and reads cells by row and column. */
@Injectable()
export class TableService {
  constructor(
    @Inject(SnapshotFinder) private readonly snapshots: SnapshotFinder,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
  ) {}

  /**
   * The tables in text order.
   * @throws Fault `table_unknown`, `repository_unknown`, `index_missing`, `store_unavailable`
   */
  async list(caller: Caller, asked: TablesAsked): Promise<TablesListed> {
    const ref = await this.snapshots.resolve(caller, asked);
    const source = this.sourceOf(ref);
    if (asked.document !== undefined)
      return { ref, tables: (await this.find(source, asked.document)).tables, unread: 0 };
    const roots = await this.index.sections(ref, { rootsOnly: true });
    const stored = await source.trees.manifest();
    const tables: StoredTable[] = [];
    for (const root of roots.slice(0, MOST_DOCUMENTS)) {
      const found = await tablesOf(source, placeOfStored(storedPath(root), stored));
      tables.push(...(found?.tables ?? []));
    }
    return { ref, tables, unread: Math.max(0, roots.length - MOST_DOCUMENTS) };
  }

  /**
   * The cells of a row and a column, of a row, of a column, or of the whole table.
   * @throws Fault `table_unknown` with the nearest names, `repository_unknown`, `index_missing`, `store_unavailable`
   */
  async cells(caller: Caller, asked: CellsAsked): Promise<CellsRead> {
    const ref = await this.snapshots.resolve(caller, asked);
    const { tables } = await this.find(this.sourceOf(ref), asked.table);
    const picked = pickCells(tables, asked);
    if (picked.kind === 'cells') return { ref, tables, rows: picked.rows.map(placedRow) };
    throw new Fault('table_unknown', `There is no such cell: ${picked.why}.`);
  }

  private async find(
    source: SectionSource,
    id: string,
  ): Promise<{ readonly tables: readonly StoredTable[] }> {
    const found = await findTables(source, id);
    if (found.kind === 'tables') return found;
    throw new Fault('table_unknown', `There is no such table: ${found.why}.`);
  }

  private sourceOf(ref: SnapshotRef): SectionSource {
    const turn: SectionSource['turn'] = { evidence: [], plan: null };
    return { index: this.index, ref, turn, trees: new SectionTrees(this.index, ref, undefined) };
  }
}
