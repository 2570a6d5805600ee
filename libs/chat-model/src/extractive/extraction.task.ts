import { figuresAsked, isNil, type FigureAsked } from '@quarry/arithmetic';
import type { DraftFinding, Evidence } from '@quarry/turn';
import type { ChatInputs, ChatToolCall, ExtractionInputs } from '../port';
import { holds, targetOf, textWordsOf } from './findings/target';
import { conjuncts } from './findings/conjuncts';
import { documentsMeant, inDocument } from './findings/documents-meant';
import { draftOfCell, draftOfSentence } from './findings/drafts';
import { fittingCells, type FittingCell } from './findings/fitting-cells';
import { fittingSentences } from './findings/fitting-sentences';
import { knownItem } from './findings/known-item';
import { arithmeticOf } from './findings/operands';
import { sectionsFor } from './findings/section-choice';
import { statementOf } from './findings/statements';
import { isSubjectOf } from './findings/subjects';
import { isValueName } from './findings/value-name';
import { isSheet } from './grids/grid';
import { sheetCalls, sheetValue } from './grids/sheet-value';
import { jsonReply } from './json-reply';

/** Sections fetched at once (001: one to three). */
const AT_ONCE = 3;
/** Maximum number of values per item (001: three to eight). */
const MOST = 6;
/** Values of the same row that are reported with it. */
const NEIGHBOURS = 2;
/** Lowest score (0..1) of a reported value or sentence. */
const FLOOR = { cell: 0.5, sentence: 0.55 } as const;
/** Score at which no further section is opened. */
const ENOUGH = 0.7;
/**
 * Weight of a sentence if the question asks for a figure; lower for figures with a statement of their own: tables state
 * those.
 */
const SENTENCE_FOR = { statement: 0.69, figure: 0.85 } as const;
/** Values within this share of the best one's score are reported with it. */
const NEAR = 0.85;

type Reply = string | { readonly toolCalls: readonly ChatToolCall[] };

/**
 * Acts as an extraction agent (001, "Extraction Agent"): fetches the sections with matching titles and summaries, then
 * reports matching values of table rows and sentences, or says that nothing matches.
 */
export function extractionReply(inputs: ChatInputs, maxOutputTokens: number): Reply {
  const { extraction } = inputs;
  if (!extraction) return failure('there is no section to read', []);
  const items = extraction.items.length > 0 ? extraction.items : [inputs.question];
  const wanted = [...new Set(items.flatMap((item) => operandsOf(item, inputs.question, extraction)))];
  const found = wanted.map((item) =>
    isValueName(item)
      ? named(item, findIn(item.replaceAll('_', ' '), inputs.question, extraction))
      : findAll(item, inputs.question, extraction),
  );
  const calls = extraction.lastTurn ? [] : nextCalls(wanted, found, inputs, extraction);
  if (calls.length > 0) return { toolCalls: calls };
  const findings = distinct(found.flatMap((one) => one.drafts));
  const searched = [...new Set(extraction.read.map(({ section, path }) => section ?? path))];
  if (findings.length > 0) return jsonReply({ findings, sections_searched: searched }, maxOutputTokens);
  const looked =
    searched.length === 0
      ? 'no section could be read'
      : `none of the ${searched.length} sections read has a matching row or sentence${lacking(wanted, extraction.read)}`;
  return failure(looked, searched);
}

/** `; “rate limit” is not in them`: the words of what was looked for that nothing read contains. */
function lacking(items: readonly string[], read: readonly Evidence[]): string {
  const texts = read.map(({ text, title = '', path }) => textWordsOf(`${path} ${title} ${text}`));
  const words = items
    .flatMap((item) => targetOf(item.replaceAll('_', ' ')).words)
    .filter((word) => !texts.some((one) => holds(one, word)))
    .map(({ text }) => text);
  const named = [...new Set(words)].slice(0, MOST).join(' ').slice(0, 120);
  return named === '' ? '' : `; “${named}” is not in them`;
}

function failure(reason: string, tried: readonly string[]): string {
  return JSON.stringify({ fail: reason, sections_tried: tried });
}

/** What an item asks for: its operands if it requires arithmetic, each with the document that the question means. */
function operandsOf(item: string, question: string, { sections }: ExtractionInputs): readonly string[] {
  const meant = documentsMeant(
    `${item} ${question}`,
    sections.map(({ path }) => path),
  );
  if (isValueName(item)) return [item];
  return (arithmeticOf(item)?.operands ?? [item]).map((operand) => inDocument(operand, meant));
}

interface Found {
  readonly drafts: readonly DraftFinding[];
  readonly best: number;
}

/** The best value, under the name that a plan's expressions use. */
function named(name: string, { drafts, best }: Found): Found {
  return { best, drafts: drafts.slice(0, 1).map((draft) => ({ ...draft, label: name })) };
}

/**
 * What matches an item or, if nothing matches it well, what matches each of the figures that it combines, if anything
 * does.
 */
function findAll(item: string, question: string, extraction: ExtractionInputs): Found {
  const whole = findIn(item, question, extraction);
  if (whole.best >= ENOUGH || asksForText(item)) return whole;
  const parts = conjuncts(item).map((part) => findIn(part, question, extraction));
  const best = Math.min(...parts.map((part) => part.best));
  if (parts.length === 0 || best < Math.max(ENOUGH, whole.best)) return whole;
  const each = Math.max(1, Math.floor(MOST / parts.length));
  return { best, drafts: parts.flatMap(({ drafts }) => drafts.slice(0, each)) };
}

function findIn(item: string, question: string, extraction: ExtractionInputs): Found {
  const { read, sections } = extraction;
  const target = targetOf(item);
  const { paths } = documentsMeant(
    `${item} ${question}`,
    [...read, ...sections].map(({ path }) => path),
  );
  const own: readonly Evidence[] = read.filter(({ path }) => paths.has(path));
  const sheets = own.filter(isSheet);
  const inSheets = sheetValue(item, sheets, extraction);
  if (inSheets) return { best: 1, drafts: [inSheets] };
  const texts = own.filter((one) => !isSheet(one));
  const cells = fittingCells(target, texts).filter(({ score }) => score >= FLOOR.cell);
  const wantsText = asksForText(item);
  const counts = statementOf(item) === undefined ? SENTENCE_FOR.figure : SENTENCE_FOR.statement;
  // A sentence about a known figure explains it, or states a part of it.
  const isKnown = knownItem(item, isSubjectOf(texts)) !== null;
  const sentences = (isKnown ? [] : fittingSentences(target, texts))
    .filter(({ text }) => wantsText || namesFigures(text, item))
    .map((one) => ({ ...one, score: one.score * (wantsText ? 1 : counts) }))
    .filter(({ score }) => score >= FLOOR.sentence);
  const [cell, sentence] = [wantsText ? 0 : (cells[0]?.score ?? 0), sentences[0]?.score ?? 0];
  const best = Math.max(cell, sentence);
  const near = (score: number): boolean => score >= best * NEAR;
  return {
    best,
    drafts: [
      ...(wantsText ? [] : withNeighbours(cells.filter(({ score }) => near(score)))).map((one) =>
        draftOfCell(target, one),
      ),
      ...sentences
        .filter(({ score }, at) => near(score) && at < 2)
        .map((one) => draftOfSentence(item, one, !wantsText)),
    ].slice(0, MOST),
  };
}

/** Whether a sentence names every figure that an item asks for, if any: another figure does not answer. */
function namesFigures(text: string, item: string): boolean {
  const asked = figuresAsked(item);
  if (asked.length === 0) return true;
  const named = new Set(figuresAsked(text).map(idOf));
  return asked.every((one) => named.has(idOf(one)));
}

function idOf(figure: FigureAsked): string {
  return figure.kind === 'item' ? figure.item.id : figure.measure.id;
}

/**
 * The best values, and the others of the first one's row: the item guides the extraction, and other years are often
 * requested next.
 */
function withNeighbours(cells: readonly FittingCell[]): readonly FittingCell[] {
  const [first] = cells;
  if (!first) return [];
  const others = first.row.cells.filter(
    (cell) => !isNil(cell.text) && !cells.some((one) => one.row === first.row && one.cell === cell),
  );
  return [
    ...cells.slice(0, MOST - NEIGHBOURS),
    ...others.slice(0, NEIGHBOURS).map((cell) => ({ ...first, cell })),
  ];
}

/** True if a question asks for text rather than a figure. */
function asksForText(item: string): boolean {
  return (
    /^\s*(?:who|where|why|which|how (?:do|does|did|is|are|was|were))\b/i.test(item) ||
    /\b(?:whom|whose)\b/i.test(item) ||
    /\b(?:what (?:kind|type)s? of|reason|name of|describe)\b/i.test(item)
  );
}

/** Sections to read next: for each item without a match, the best unread sections, or the next page of a long one. */
function nextCalls(
  wanted: readonly string[],
  found: readonly Found[],
  { question, needs, pass: current }: ChatInputs,
  extraction: ExtractionInputs,
): readonly ChatToolCall[] {
  const open = wanted.filter((_item, at) => (found[at]?.best ?? 0) < ENOUGH);
  const { calls, sections } = extraction;
  // An earlier pass read these sections for the same question: they would yield nothing new.
  const former = needs.filter(({ pass, status }) => pass < current && status === 'resolved');
  const fetched = new Set([...former, ...calls].map(({ call }) => String(call?.arguments['id'] ?? '')));
  const lists = open.map((item) =>
    sectionsFor(item, question, sections).filter(({ id }) => !fetched.has(id)),
  );
  const each = Math.max(1, Math.floor(AT_ONCE / Math.max(1, open.length)));
  const ids = [...new Set(lists.flatMap((list) => list.slice(0, each).map(({ id }) => id)))].slice(
    0,
    AT_ONCE,
  );
  const next = open.length > 0 ? nextPages(extraction) : [];
  const cells = open.flatMap((item) => sheetCalls(item, extraction)).slice(0, AT_ONCE);
  const pages = [...next, ...ids.map((id) => ({ id }))].slice(0, AT_ONCE - cells.length);
  return [
    ...cells.map((request) => ({ name: 'fetch_table', request })),
    ...pages.map((request) => ({ name: 'fetch_section', request })),
  ].map(({ name, request }, at) => ({
    id: `f${calls.length + at + 1}`,
    name,
    arguments: JSON.stringify(request),
  }));
}

/** The second page of sections whose first page this pass has read. */
function nextPages({ calls }: ExtractionInputs): readonly { readonly id: string; readonly offset: number }[] {
  return calls.flatMap(({ call }) => {
    const { id, offset = 0 } = call?.arguments ?? {};
    const next = /\boffset (\d{1,9})\b/.exec(call?.note ?? '')?.[1];
    if (id === undefined || next === undefined || offset !== 0) return [];
    const read = calls.some(
      (other) => other.call?.arguments['id'] === id && other.call.arguments['offset'] === Number(next),
    );
    return read ? [] : [{ id: String(id), offset: Number(next) }];
  });
}

function distinct(drafts: readonly DraftFinding[]): readonly DraftFinding[] {
  const seen = new Set<string>();
  return drafts.filter(({ label, value }) => {
    const key = `${label}\n${value}`;
    const fresh = !seen.has(key);
    seen.add(key);
    return fresh;
  });
}
