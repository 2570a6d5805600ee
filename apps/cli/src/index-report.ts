import type { IndexReport } from '@quarry/indexing';
import type { DocumentFormat } from '@quarry/turn';
import type { CheckedIndex } from './indexer';
import type { Palette } from './palette';
import { printable, printableName } from './printable';
import { secretLines } from './secret-lines';

/** Number of problems and skipped files to show by name. */
const MAX_NAMED = 8;

/** The report of an indexing run, as text. */
export function renderReport(made: IndexReport, dataDir: string, palette: Palette): string {
  const { green, yellow, dim } = palette;
  const report = printable(made);
  const commit =
    report.commit === null
      ? ''
      : `, commit ${report.commit.slice(0, 10)}${report.dirty ? ' with uncommitted changes' : ''}`;
  const documents = report.documents > 0 ? ` with ${count(report.documents, 'document')}` : '';
  const lines = [
    `${green('indexed')} ${count(report.files, 'file')}${documents} in ${(report.ms / 1000).toFixed(1)} s: ${report.indexed} new or changed, ${report.removed} removed${commit}`,
    `        ${count(report.chunks, 'chunk')}, ${count(report.nodes, 'node')}, ${count(report.edges, 'edge')}`,
  ];
  const taken = takenOut(report);
  if (taken !== '') lines.push(`        ${taken}`);
  lines.push(...scipLines(report));
  if (report.pendingVectors > 0) {
    const why = report.embedderProblem === null ? '' : ` (${report.embedderProblem})`;
    lines.push(
      `${yellow('note')} ${count(report.pendingVectors, 'chunk')} without a vector${why}: found by keywords only, until 'quarry index' embeds them.`,
    );
  }
  lines.push(...named('not indexed correctly', report.problems));
  lines.push(...named('skipped', report.skipped));
  lines.push(...secretLines(report.secrets));
  lines.push(dim(`data in ${dataDir}`));
  return `${lines.join('\n')}\n`;
}

/** What imported SCIP indexes contribute; nothing without one. */
function scipLines({ scip }: IndexReport): string[] {
  if (!scip) return [];
  const { files, outdated } = scip;
  const some = outdated.slice(0, 3).join(', ');
  const changed =
    outdated.length === 0
      ? ''
      : `; ${outdated.length} changed since the import and have Quarry's own edges (${some}${outdated.length > 3 ? ', …' : ''})`;
  return [`        ${count(files, 'file')} with edges of an imported SCIP index${changed}`];
}

const FORMATS = {
  pdf: 'PDF file',
  html: 'web page',
  docx: 'Word file',
  csv: 'CSV table',
  xlsx: 'Excel file',
  ods: 'OpenDocument spreadsheet',
  pptx: 'PowerPoint file',
  odp: 'OpenDocument presentation',
  odt: 'OpenDocument text',
  rtf: 'RTF file',
  epub: 'e-book',
  eml: 'e-mail',
  ipynb: 'notebook',
} as const satisfies Record<DocumentFormat, string>;

/** Counts of documents, pages and sections; empty without documents. */
function takenOut({ formats, pages, sections, summaries }: IndexReport): string {
  const files = Object.entries(FORMATS).flatMap(([format, noun]) => {
    const n = formats[format as DocumentFormat] ?? 0;
    return n > 0 ? [count(n, noun)] : [];
  });
  return [
    ...files,
    ...(pages > 0 ? [count(pages, 'page')] : []),
    ...(sections > 0 ? [count(sections, 'section')] : []),
    ...(summaries === null ? [] : [`${count(summaries, 'section')} summarised by the model now`]),
  ].join(', ');
}

/** The result of a successful check, as text. */
export function renderCheck(info: CheckedIndex, dataDir: string, { green, dim }: Palette): string {
  const { files, chunks, pendingVectors, graph } = info;
  return `${green('intact')}  ${count(files, 'file')} and documents, ${count(chunks, 'chunk')}, ${count(chunks - pendingVectors, 'chunk')} with a vector, ${count(graph.nodes, 'node')}, ${count(graph.edges, 'edge')}\n${dim(`data in ${dataDir}`)}\n`;
}

/** The first remarks, with their paths. */
function named(
  what: string,
  remarks: readonly { readonly path: string; readonly reason: string }[],
): string[] {
  if (remarks.length === 0) return [];
  const lines = remarks.slice(0, MAX_NAMED).map(({ path, reason }) => `  ${path}: ${printableName(reason)}`);
  const more = remarks.length - MAX_NAMED;
  return [
    `${remarks.length} ${what}:`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more (--json lists all)`] : []),
  ];
}

export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
