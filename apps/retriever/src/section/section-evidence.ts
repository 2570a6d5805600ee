import type { EvidenceCandidate } from '@quarry/turn';
import type { Page, Stretch } from './page';
import { linesIn, type WholeText } from './whole-text';

/** A page as evidence. Its identity is its place: the lines, and the offset where it is not of whole lines. */
export function pageEvidence(whole: WholeText, page: Page, query: string): EvidenceCandidate {
  const [first] = whole.chunks;
  const within = whole.chunks.filter((chunk) =>
    whole.byLines
      ? chunk.startLine <= page.endLine && chunk.endLine >= page.startLine
      : (chunk.offset ?? 0) < page.to && (chunk.offset ?? 0) + chunk.text.length > page.from,
  );
  const symbols = new Set(within.map((chunk) => chunk.symbol));
  const [symbol] = symbols.size === 1 ? symbols : [];
  const { document, commit, url } = first;
  const title = within[0]?.title ?? first.title;
  return {
    id: idOf(whole, page),
    kind: 'chunk',
    text: page.text,
    path: first.path,
    startLine: page.startLine,
    endLine: page.endLine,
    language: first.language,
    relevance: 1,
    foundBy: 'section',
    query,
    ...(symbol === undefined ? {} : { symbol }),
    ...(commit === undefined ? {} : { commit }),
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
    ...(document === undefined ? {} : { document, offset: page.from }),
  };
}

/** What is said beside a page: where it stands, what is before and behind it, and how to read on. */
export function pageNote(whole: WholeText, section: Stretch, page: Page): string {
  const { path } = whole.chunks[0];
  const length = section.to - section.from;
  const shown = `characters ${page.from - section.from} to ${page.to - section.from} of ${length}`;
  const more = page.next === null ? [] : [`to read on, call it again with offset ${page.next}`];
  if (!whole.byLines) return [shown, ...more].join('; ');
  const lines = linesIn(whole.text);
  const around = [
    ...(page.startLine > 1 ? [`before it: ${path}#L1-L${page.startLine - 1}`] : []),
    ...(page.next === null && page.endLine < lines
      ? [`behind it: ${path}#L${page.endLine + 1}-L${lines}`]
      : []),
  ];
  return [
    `lines ${page.startLine} to ${page.endLine} of ${lines} in ${path}`,
    ...(page.next === null && page.from === section.from ? [] : [shown]),
    ...more,
    ...around,
  ].join('; ');
}

function idOf(whole: WholeText, page: Page): string {
  const [first] = whole.chunks;
  if (!whole.byLines) return `${first.id}@${page.from}`;
  const lines = `${first.path}#L${page.startLine}-L${page.endLine}`;
  return page.wholeLines ? lines : `${lines}@${page.from}`;
}
