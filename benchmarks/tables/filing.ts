import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOneFile } from '@quarry/indexing';
import { placedRow, placeOfStored, SectionTrees, tablesOf, type PlacedCell } from '@quarry/retrieval';
import { openSearchIndex } from '@quarry/search-index';

/** A cell as Quarry reads it, with the label of its row. */
export interface FoundCell extends PlacedCell {
  readonly label: string;
  readonly group: string;
}

/** All cells of the tables of a file. */
export async function cellsOfFile(path: string): Promise<readonly FoundCell[]> {
  const { file } = await readOneFile(path);
  const folder = mkdtempSync(join(tmpdir(), 'quarry-tables-'));
  const index = openSearchIndex(`sqlite:${folder}`);
  const ref = { repository: 'file', snapshot: 'current' };
  try {
    await index.write(ref, { files: [file] });
    const trees = new SectionTrees(index, ref, undefined);
    const source = { index, ref, turn: { evidence: [], plan: null }, trees };
    const found = await tablesOf(source, placeOfStored(file.path, await trees.manifest()));
    return (found?.tables ?? []).flatMap((table) =>
      table.rows
        .map((row) => placedRow({ table, row, cells: row.cells }))
        .flatMap(({ cells, label, group }) => cells.map((cell) => ({ ...cell, label, group }))),
    );
  } finally {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
