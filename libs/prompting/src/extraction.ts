import { rounded, subtractedNegatives } from '@quarry/arithmetic';
import type { ExtractionInputs } from '@quarry/chat-model';
import type { HopContext } from '@quarry/engine';
import type { PromptVariables } from '@quarry/pipeline';
import {
  currentPass,
  type Calculation,
  type Evidence,
  type Finding,
  type Need,
  type OutlineSection,
  type Turn,
} from '@quarry/turn';
import { formatEvidence } from './evidence-text';

/** Inputs of an extraction and its judge; undefined if no extraction has started. The step sets `lastTurn`. */
export function extractionInputsOf(turn: Turn, { settings }: HopContext): ExtractionInputs | undefined {
  const { extraction } = turn;
  if (!extraction) return undefined;
  const pass = currentPass(turn);
  return {
    items: extraction.items,
    sections: turn.outline?.sections ?? [],
    read: pagesRead(turn),
    calls: turn.needs.filter((need) => need.pass === pass && need.call !== undefined),
    findings: turn.findings ?? [],
    calculations: turn.calculations ?? [],
    lastTurn: false,
    lastPass: turn.stop !== null || pass > settings.max_turn_loops,
  };
}

/** Variables of the prompts of an extraction and its judge (001, "Agents"); empty if no extraction has started. */
export function extractionVariables(turn: Turn): Partial<PromptVariables> {
  const { extraction, plan } = turn;
  const tasks = plan?.tasks;
  return {
    item: itemText(turn),
    sections: outlineText(turn.outline?.sections ?? [], turn.outline?.left),
    read: pagesRead(turn).map(formatEvidence).join('\n\n'),
    findings: [...(turn.findings ?? []).map(findingLine), ...(turn.calculations ?? []).map(calculationLine)],
    tasks: tasks
      ? [
          ...tasks.fetch.map(({ section, item }) => `find in '${section}': ${item}`),
          ...tasks.compute.map(({ label, expression }) => `compute ${label} = ${expression}`),
          `write: ${tasks.synthesis}`,
        ]
      : [],
    ...(extraction
      ? { misses: turn.misses.map(({ text, why, where }) => `${text} (${why}${tried(where)})`) }
      : {}),
  };
}

/**
 * The names of sections in a prompt: a document by its path, a section by the shortest end of its id, in whole titles,
 * that is unique (`#note-2-revenue`, `#item-8/overview`). `fetch_section` accepts them. A complete id says the same in
 * many times the length.
 */
export function outlineNames(
  sections: readonly Pick<OutlineSection, 'id' | 'level'>[],
): ReadonlyMap<string, string> {
  const tails = sections.map(({ id, level }) => (level === 0 ? [id] : tailsOf(id)));
  const count = new Map<string, number>();
  for (const tail of tails.flat()) count.set(tail, (count.get(tail) ?? 0) + 1);
  return new Map(
    sections.map(({ id }, at) => [id, (tails[at] ?? []).find((tail) => count.get(tail) === 1) ?? id]),
  );
}

/** Ends of an id, shortest first, without the complete id. */
function tailsOf(id: string): string[] {
  const slugs = id.slice(id.indexOf('#') + 1).split('/');
  return slugs.map((_slug, at) => `#${slugs.slice(slugs.length - 1 - at).join('/')}`);
}

/**
 * A line of the section tree: the section's name, its pages, a star if a search found something in it, and its summary.
 * The name contains the titles.
 */
export function outlineLine(
  { id, level, title, startPage, endPage, summary, rank }: OutlineSection,
  name: string = id,
): string {
  const pages = startPage === undefined ? '' : ` (${pageRange(startPage, endPage ?? startPage)})`;
  const titled = level === 0 && title !== '' && title !== id ? ` · ${title}` : '';
  return `${'  '.repeat(level)}- ${name}${titled}${pages}${rank === undefined ? '' : ' *'}${summary === '' ? '' : `: ${summary}`}`;
}

function outlineText(
  sections: readonly OutlineSection[],
  left?: { readonly sections: number; readonly documents: number },
): string {
  const rest = [
    ...(left && left.sections > 0 ? [`${left.sections} more sections`] : []),
    ...(left && left.documents > 0 ? [`${left.documents} more documents`] : []),
  ];
  const names = outlineNames(sections);
  return [
    ...sections.map((section) => outlineLine(section, names.get(section.id))),
    ...(rest.length > 0 ? [`(${rest.join(' and ')} are not shown)`] : []),
  ].join('\n');
}

function pageRange(first: number, last: number): string {
  return first === last ? `page ${first}` : `pages ${first}-${last}`;
}

/** The items to find, with their reasons. A focus for the model, not a restriction. */
function itemText({ extraction, needs }: Turn): string {
  const items = (extraction?.items ?? []).map((item) => {
    const why = needs.findLast((need) => need.text === item && !need.call)?.why;
    return why === undefined ? item : `${item} (${why})`;
  });
  return items.length > 1 ? items.map((item) => `\n- ${item}`).join('') : (items[0] ?? '');
}

/** Pages of sections that the running pass has read or was shown again, in that order, under the requested section. */
function pagesRead(turn: Turn): readonly Evidence[] {
  const pass = currentPass(turn);
  const { read = [] } = turn.extraction ?? {};
  const own = read.filter((page) => page.pass === pass).map(({ n }) => n);
  const shown = turn.needs
    .filter((need) => need.pass === pass && isReading(need))
    .flatMap(({ resolvedBy }) => resolvedBy);
  return [...new Set([...own, ...shown])].flatMap((n) => {
    const item = turn.evidence.find((evidence) => evidence.n === n);
    if (!item || item.kind === 'finding') return [];
    const section = read.find((page) => page.n === n)?.section;
    return [section === undefined ? item : { ...item, section }];
  });
}

function isReading({ call }: Need): boolean {
  return call?.tool === 'fetch_section' || call?.tool === 'fetch_table';
}

function findingLine(finding: Finding): string {
  const { n, label, value, unit, path, page, sectionTitle, context, check } = finding;
  const place = [path, ...(page === undefined ? [] : [`page ${page}`]), `"${sectionTitle}"`].join(', ');
  const parts = [
    `[${n}] ${label} = ${value}${unit === undefined ? '' : ` ${unit}`}`,
    place,
    ...(context === undefined ? [] : [context]),
    ...(check.stands === 'nowhere' ? ['UNCONFIRMED: it does not stand there'] : []),
    ...(check.verdict === 'contradicted' ? [`UNCONFIRMED: ${check.why}`] : []),
  ];
  return parts.join(' · ');
}

/** Models copy all digits that they see, and questions ask for two or three. */
const RESULT_PLACES = 4;

function calculationLine({ n, label, expression, result, inputs }: Calculation): string {
  const [negative] = subtractedNegatives(expression, inputs);
  const warning =
    negative === undefined
      ? ''
      : `; it subtracts the negative value ${negative}, which adds: for an outflow, calculate with abs(…)`;
  return `[${n}] ${label === undefined ? '' : `${label}: `}${expression} = ${rounded(result, RESULT_PLACES)} (calculated${warning})`;
}

function tried(sections: readonly string[]): string {
  return sections.length === 0 ? '' : `; tried: ${sections.join(', ')}`;
}
