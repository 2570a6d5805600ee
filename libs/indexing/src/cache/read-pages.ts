import type { OcrPage } from '@quarry/documents';
import type { Database } from '@quarry/sqlite';
import { packed, unpacked } from './packed';

export const OCR_SCHEMA =
  'CREATE TABLE IF NOT EXISTS ocr_page (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;';

/**
 * Pages that OCR has read, by a key of their content and the engine. They take seconds each to read again, and a run
 * does not ask for those of unchanged files: none expires.
 */
export class ReadPages {
  constructor(private readonly database: Database) {}

  get(key: string): OcrPage | null {
    const row = this.database.read((sql) =>
      sql.get<{ body: Uint8Array }>('SELECT body FROM ocr_page WHERE key = ?', [key]),
    );
    return row ? unpacked<OcrPage>(row.body) : null;
  }

  put(key: string, page: OcrPage): void {
    this.database.write((sql) =>
      sql.run('INSERT OR REPLACE INTO ocr_page VALUES (?, ?)', [key, packed(page)]),
    );
  }
}
