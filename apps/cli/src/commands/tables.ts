import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { findDataDir, openStoresToRead, readConfig } from '@quarry/platform';
import {
  findTables,
  pickCells,
  placedRow,
  placeOfStored,
  SectionTrees,
  tablesOf,
  type StoredTable,
} from '@quarry/retrieval';
import { openSearchIndex, type SearchReader } from '@quarry/search-index';
import { defined, Fault, type SnapshotRef } from '@quarry/turn';
import { chosenSnapshots } from '../current-snapshot';
import { findDocument } from '../find-document';
import { withData, withExamples, withJson, withScope, type ScopeOptions } from '../options';
import { printableJson } from '../printable';
import { renderCells, renderTables, tableAsJson } from '../render-tables';
import type { CommandContext, Terminal } from '../terminal';

interface TablesOptions extends ScopeOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly row?: string;
  readonly column?: string;
}

/** What a name on the command line is looked for in. */
interface Source {
  readonly index: SearchReader;
  readonly ref: SnapshotRef;
}

export function addTables(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'List the tables of a document: title, page or sheet, heads, unit and number of rows. With a table, a row or a ' +
        'column, print cells with their heads and units. The document is a file, or one of the index by its path, id or ' +
        'title; without one, all of the index are listed.',
    )
    .argument('[document]', 'file, or document of the index')
    .argument('[table]', "number of a table, or its title, page, section or statement ('balance sheet')")
    .option('--row <label>', 'only rows with this label, or figure (capex)')
    .option('--column <head>', 'only columns with this head (2022, FY22), or by number (#2)');
  withExamples(withJson(withData(withScope(command))), [
    ['quarry tables reports/2022.pdf', 'its tables'],
    ['quarry tables 2022.pdf 7', 'the cells of the seventh'],
    ["quarry tables 2022.pdf 'income statement' --row revenue --column 2022", ''],
    ["quarry tables prices.xlsx --row PN-01234 --json | jq -r '.[].cells[].value'", ''],
  ]).action(async (document: string | undefined, table: string | undefined, options: TablesOptions) => {
    await withSource(document, options, terminal, async (source, path) => {
      const trees = new SectionTrees(source.index, source.ref, undefined);
      const asked = { ...source, turn: { evidence: [], plan: null }, trees };
      const { row, column } = options;
      if (table === undefined && row === undefined && column === undefined) {
        const paths = path === undefined ? await documentsOf(source) : [path];
        const stored = await trees.manifest();
        const tables: StoredTable[] = [];
        for (const one of paths)
          tables.push(...((await tablesOf(asked, placeOfStored(one, stored)))?.tables ?? []));
        if (options.json === true) terminal.out(`${printableJson(tables.map(tableAsJson), 2)}\n`);
        else if (tables.length > 0) terminal.out(renderTables(tables, terminal.onOut));
        else terminal.note(`${path ?? 'The index'} has no tables.`);
        return;
      }
      const found = await findTables(asked, nameOf(path, table));
      if (found.kind === 'missing') throw new Fault('table_unknown', `There is no such table: ${found.why}.`);
      const picked = pickCells(found.tables, defined({ row, column }));
      if (picked.kind === 'missing')
        throw new Fault('table_unknown', `There is no such cell: ${picked.why}.`);
      if (options.json === true) terminal.out(`${printableJson(picked.rows.map(placedRow), 2)}\n`);
      else terminal.out(renderCells(picked.rows, terminal.onOut));
    });
  });
}

/** The name by which a table is looked for: in the document, if one was named. */
function nameOf(path: string | undefined, table: string | undefined): string {
  if (path === undefined)
    throw new Fault(
      'bad_request',
      "Name the document first, as in 'quarry tables report.pdf --row revenue'.",
    );
  if (table === undefined) return path;
  if (/^\d+$/.test(table)) return `${path}#table=${table}`;
  const page = /^(?:page|p\.?) ?(\d+)$/i.exec(table)?.[1];
  return page === undefined ? `${path}#${table}` : `${path}#page=${page}`;
}

/** Opens the file that is named, or else the index; closes it afterwards. */
async function withSource(
  document: string | undefined,
  options: TablesOptions,
  terminal: Terminal,
  work: (source: Source, path: string | undefined) => Promise<void>,
): Promise<void> {
  const inIndex = options.data !== undefined || options.repository !== undefined;
  if (document !== undefined && !inIndex && isFile(document)) return withFile(document, terminal, work);
  const config = readConfig({ dataDir: findDataDir(options.data) });
  const stores = await openStoresToRead(config);
  try {
    const ref = await chosenSnapshots(config, stores, options);
    const index = stores.searchIndex;
    if (document === undefined) return await work({ index, ref }, undefined);
    const roots = await index.sections(ref, { rootsOnly: true });
    const [only] = findDocument(document, roots, (await index.describe(ref))?.root ?? null);
    const path = only && (only.document === undefined ? only.path : `${only.path}/${only.document}`);
    await work({ index, ref }, path);
  } finally {
    await stores.close();
  }
}

/** Reads a file into an index of its own, which is removed afterwards. */
async function withFile(
  document: string,
  terminal: Terminal,
  work: (source: Source, path: string) => Promise<void>,
): Promise<void> {
  const { readOneFile } = await import('@quarry/indexing');
  const { file, remarks } = await readOneFile(resolve(document));
  for (const remark of remarks) terminal.note(`${document}: ${remark}`);
  const folder = mkdtempSync(join(tmpdir(), 'quarry-tables-'));
  const index = openSearchIndex(`sqlite:${folder}`);
  const ref = { repository: 'file', snapshot: 'current' };
  try {
    await index.write(ref, { files: [file] });
    await work({ index, ref }, file.path);
  } finally {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function documentsOf({ index, ref }: Source): Promise<readonly string[]> {
  const roots = await index.sections(ref, { rootsOnly: true });
  return roots.map(({ path, document }) => (document === undefined ? path : `${path}/${document}`));
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
