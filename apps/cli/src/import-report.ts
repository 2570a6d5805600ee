import type { AnyImport, ImportReport, ScipImportReport } from '@quarry/indexing';
import { count } from './index-report';
import type { Palette } from './palette';
import { printable, printableName } from './printable';
import { secretLines } from './secret-lines';

/** Number of problems to print; `--json` lists all. */
const MAX_PROBLEMS = 12;

/** The report of an import, as text. */
export function renderImport({ format, report }: AnyImport, dataDir: string, palette: Palette): string {
  const { green, dim } = palette;
  const { ref, problems } = printable(report);
  const more = problems.length - MAX_PROBLEMS;
  const lines = [
    `${green('imported')} ${ref.repository}@${ref.snapshot}: ${format === 'scip' ? scip(printable(report)) : bundle(report)}`,
    ...(format === 'scip' ? [] : secretLines(report.secrets)),
    ...problems.slice(0, MAX_PROBLEMS).map((problem) => `  ${printableName(problem)}`),
    ...(more > 0 ? [`  … and ${more} more (--json lists all)`] : []),
    dim(`data in ${dataDir}`),
  ];
  return `${lines.join('\n')}\n`;
}

function bundle({ files, chunks, nodes, edges }: ImportReport): string {
  return [count(files, 'file'), count(chunks, 'chunk'), count(nodes, 'node'), count(edges, 'edge')].join(
    ', ',
  );
}

function scip({ tool, files, edges, contradicted }: ScipImportReport): string {
  return (
    `${count(edges, 'edge')} of ${count(files, 'file')} from ${printableName(tool || 'a SCIP index')}; ` +
    `${count(contradicted, 'edge')} of Quarry contradicted and removed`
  );
}
