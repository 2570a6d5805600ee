import type { RecordTable, TablesOfDocument } from '@quarry/retrieval';

/** A table of records with the document that it is in. */
export interface FoundRecords {
  readonly document: TablesOfDocument;
  readonly table: RecordTable;
}
