import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from './database-files';

it('a database is deleted with all its logs, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-files-'));
  try {
    for (const name of ['a.db', 'a.db-wal', 'a.db-shm', 'a.db-journal', 'a.db-verified', 'b.db', 'a.db.txt'])
      writeFileSync(join(folder, name), '');
    removeDatabase(join(folder, 'a.db'));
    expect(readdirSync(folder).sort()).toEqual(['a.db.txt', 'b.db']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
