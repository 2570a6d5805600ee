import { pagesOf, rangeOf, sourceLinesOf } from '@quarry/search-index';
import { defined, type EvidenceCandidate } from '@quarry/turn';
import type { TablesOfDocument } from './find-tables';
import type { PickedRow } from './pick-cells';

/** A row of a table as evidence: its line as printed, with the caption and the heads of its table. */
export function rowEvidence(
  { whole, tree }: TablesOfDocument,
  { table, row }: PickedRow,
  query: string,
): EvidenceCandidate {
  const [first] = whole.chunks;
  const { line } = row;
  const layout = [table.places.get(line) ?? {}];
  const pages = pagesOf(layout, line);
  const head = [...table.caption, ...table.heads].join('\n');
  const section = tree.find(({ id }) => id === table.section);
  const { commit, url, format, document, repository, snapshot, language } = first;
  return {
    id: `${first.path}#L${line}-L${line}`,
    kind: 'chunk',
    text: whole.text.split('\n')[line - whole.startLine] ?? '',
    path: first.path,
    startLine: line,
    endLine: line,
    language,
    relevance: 1,
    foundBy: 'section',
    query,
    ...defined({ repository, snapshot, commit, url, format, document }),
    ...defined({ sourceLines: sourceLinesOf(layout), range: rangeOf(layout), section: table.section }),
    ...(section ? { title: section.titles.join(' › ') } : {}),
    ...(head === '' ? {} : { tableHead: head }),
    ...(pages.length === 0 ? {} : { pages }),
  };
}
