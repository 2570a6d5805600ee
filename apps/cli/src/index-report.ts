import { extname } from 'node:path';
import type { IndexReport } from '@quarry/indexing';
import type { DocumentFormat } from '@quarry/turn';
import type { CheckedIndex } from './indexer';
import type { Palette } from './palette';
import { printable, printableName } from './printable';
import { secretLines } from './secret-lines';

/** Number of lines for problems, and for skipped files. */
const MAX_NAMED = 8;

/** Number of files of one kind that are named one by one. */
const MAX_ALIKE = 3;

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
  if (report.commits) lines.push(`        ${count(report.commits, 'commit')} of the git history`);
  lines.push(...scipLines(report));
  if (report.ungraphed !== '')
    lines.push(`${yellow('note')} found as text, without a code graph: ${report.ungraphed}.`);
  if (report.textless > 0)
    lines.push(
      `${yellow('note')} ${count(report.textless, 'page')} without text: if they are pictures (scans), 'quarry index --ocr' reads them, some seconds each.`,
    );
  if (report.pendingVectors > 0) {
    const why = report.embedderProblem === null ? '' : ` (${report.embedderProblem})`;
    lines.push(
      `${yellow('note')} ${count(report.pendingVectors, 'chunk')} without a vector${why}: found by keywords only. With an embedding model ('quarry setup'), the next 'quarry index' adds the vectors.`,
    );
  }
  const { problems, skipped } = report;
  const wrong = problems.filter(({ partly }) => partly === undefined);
  const remarks = problems.filter(({ partly, pictures }) => partly && pictures === undefined);
  lines.push(...named(`${wrong.length} not indexed correctly`, wrong));
  lines.push(...named(`${count(remarks.length, 'remark')} on indexed documents`, remarks));
  lines.push(...named(`${skipped.length} skipped`, skipped));
  lines.push(...pictureLines(problems, yellow));
  lines.push(...secretLines(report.secrets));
  lines.push(dim(`data in ${dataDir}`));
  return `${lines.join('\n')}\n`;
}

/**
 * What a run of `--watch` changed, on one line; empty if it changed nothing.
 * @param before the report of the run before, whose problems are not repeated
 */
export function renderChange(made: IndexReport, before: IndexReport): string {
  const { indexed, removed, embedded, ms, problems, embedderProblem } = printable(made);
  const done = [
    ...(indexed > 0 ? [`${count(indexed, 'file')} indexed`] : []),
    ...(removed > 0 ? [`${count(removed, 'file')} removed`] : []),
    ...(embedded > 0 ? [`${count(embedded, 'chunk')} embedded`] : []),
  ];
  const known = new Set(printable(before).problems.map(({ path, reason }) => `${path}\n${reason}`));
  const fresh = problems.filter(({ path, reason }) => !known.has(`${path}\n${reason}`));
  const wrong = fresh.map(({ path, reason }) => `  ${path}: ${printableName(reason)}\n`);
  if (embedderProblem !== null) wrong.push(`  no vectors: ${embedderProblem}\n`);
  if (done.length + wrong.length === 0) return '';
  const time = new Date().toTimeString().slice(0, 8);
  return `${time} ${done.join(', ') || 'nothing indexed'} in ${(ms / 1000).toFixed(1)} s\n${wrong.join('')}`;
}

/** Pictures that Quarry cannot read, in all documents together; nothing without any. */
function pictureLines(problems: IndexReport['problems'], yellow: Palette['yellow']): string[] {
  const documents = problems.filter(({ pictures }) => pictures !== undefined);
  const pictures = documents.reduce((sum, remark) => sum + (remark.pictures ?? 0), 0);
  if (pictures === 0) return [];
  return [
    `${yellow('note')} ${count(pictures, 'picture')} in ${count(documents.length, 'document')} without a description: Quarry does not read what they show.`,
  ];
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
  image: 'picture',
} as const satisfies Record<DocumentFormat, string>;

/** Counts of documents, pages and sections; empty without documents. */
function takenOut({ formats, pages, ocr, sections, summaries }: IndexReport): string {
  const files = Object.entries(FORMATS).flatMap(([format, noun]) => {
    const n = formats[format as DocumentFormat] ?? 0;
    return n > 0 ? [count(n, noun)] : [];
  });
  return [
    ...files,
    ...(pages > 0 ? [count(pages, 'page')] : []),
    ...ocrCounts(ocr),
    ...(sections > 0 ? [count(sections, 'section')] : []),
    ...(summaries === null ? [] : [`${count(summaries, 'section')} summarised by the model now`]),
  ].join(', ');
}

/** `12 of them read by OCR (mean confidence 0.93, 2 more left out as unreadable)`. */
function ocrCounts(ocr: IndexReport['ocr']): string[] {
  if (ocr === null) return [];
  const { pages, confidence, leftOut } = ocr;
  const about = [
    ...(confidence === null ? [] : [`mean confidence ${confidence.toFixed(2)}`]),
    ...(leftOut > 0 ? [`${leftOut} more left out for too little confidence`] : []),
  ];
  return [`${count(pages, 'page')} read by OCR${about.length === 0 ? '' : ` (${about.join('; ')})`}`];
}

/** The result of a successful check, as text. */
export function renderCheck(info: CheckedIndex, dataDir: string, { green, dim }: Palette): string {
  const { files, chunks, pendingVectors, graph } = info;
  return `${green('intact')}  ${count(files, 'file')} and documents, ${count(chunks, 'chunk')}, ${count(chunks - pendingVectors, 'chunk')} with a vector, ${count(graph.nodes, 'node')}, ${count(graph.edges, 'edge')}\n${dim(`data in ${dataDir}`)}\n`;
}

interface ReportRemark {
  readonly path: string;
  readonly reason: string;
}

/** The first remarks, with their paths. Many files of one kind with the same reason take one line. */
function named(heading: string, remarks: readonly ReportRemark[]): string[] {
  if (remarks.length === 0) return [];
  const kinds = new Map<string, ReportRemark[]>();
  for (const remark of remarks) {
    const kind = `${extname(remark.path)}\n${remark.reason}`;
    const alike = kinds.get(kind);
    if (alike) alike.push(remark);
    else kinds.set(kind, [remark]);
  }
  const groups = [...kinds.values()].flatMap((kind) =>
    kind.length > MAX_ALIKE ? [kind] : kind.map((remark) => [remark]),
  );
  const shown = groups.slice(0, MAX_NAMED);
  const more = remarks.length - shown.flat().length;
  return [
    `${heading}:`,
    ...shown.map(remarkLine),
    ...(more > 0 ? [`  … and ${more} more (--json lists all)`] : []),
  ];
}

function remarkLine([first, ...others]: readonly ReportRemark[]): string {
  if (!first) return '';
  const { path, reason } = first;
  if (others.length === 0) return `  ${path}: ${printableName(reason)}`;
  const kind = extname(path) || 'without an extension';
  return `  ${others.length + 1} files (${kind}): ${printableName(reason)}; the first is ${path}`;
}

export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
