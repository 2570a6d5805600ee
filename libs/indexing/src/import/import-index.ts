import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { importScip, isScip, type ScipImportOptions, type ScipImportReport } from './import-scip';
import { importRoslyn, type ImportOptions, type ImportReport } from './import-roslyn';

/** What was imported, by its format. */
export type AnyImport =
  | { readonly format: 'roslyn'; readonly report: ImportReport }
  | { readonly format: 'scip'; readonly report: ScipImportReport };

/**
 * Imports an index that another tool made, by its content: a SCIP index, or a bundle of RoslynIndexer.
 * @throws Fault as {@link importScip} and {@link importRoslyn}
 *
 * @example
 * const { format, report } = await importIndex('/src/billing/index.scip', options);
 */
export async function importIndex(
  path: string,
  options: ImportOptions & ScipImportOptions,
): Promise<AnyImport> {
  if (path.endsWith('.scip') || isScip(headOf(path)))
    return { format: 'scip', report: await importScip(path, options) };
  return { format: 'roslyn', report: await importRoslyn(path, options) };
}

/** The first byte; none of a folder, or where there is nothing. */
function headOf(path: string): Uint8Array {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return new Uint8Array();
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(1);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}
