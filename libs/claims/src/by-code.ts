import { numbersIn } from '@quarry/arithmetic';
import { queryTerms } from '@quarry/search-index';
import { trimEndOf, type ClaimStatus } from '@quarry/turn';
import { beginsVersion, contradictionIn } from './contradiction';
import { align, type Alignment } from './align';
import { ruleByFindings } from './derived-figures';
import { factsOf, type Facts } from './facts';
import { canBeOtherWords, nameInPlaceOf } from './missing-name';
import { objectionTo, type Objection } from './objection';
import { ruleByTables } from './tables';
import { tokensOf, type Token } from './tokens';
import { bare, flattened, type Passage, type Source } from './passages';
import { agrees, type Quantity } from './quantities';
import { ruleByStated } from './stated-figures';
import { says } from './stated-values';
import { SPACED_CITATION } from './sentences';
import type { Statement } from './statements';

/** The verdict of code alone on a statement. */
export interface Ruling {
  readonly status: ClaimStatus;
  readonly why: string;
  /**
   * What can overrule it: nothing (`no`: a number, a code name or a quotation decided), similarity of meaning, or only
   * a model.
   */
  readonly open: 'no' | 'to meaning' | 'to a model';
  /** Share (0..1) of the sentence's terms in the best passage. */
  readonly share: number;
  /** Number of facts in the sentence. */
  readonly facts: number;
}

/** Minimum share of terms in one passage for a supported sentence; lower if the sentence also has facts. */
const SAID = 0.8;
const SAID_WITH_FACTS = 0.6;
/** Minimum share for a sentence that is close to a passage, before its meaning is compared. */
const NEAR = 0.45;
/** Passages to lay the sentence on, most common terms first. */
const MOST_ALIGNED = 8;
/** Relative tolerance of an approximate number, the same as for other quantities. */
const ROUGHLY = 0.05;

/** A place in a document or file. */
const PLACE = /\b(?:on |in |from |of )?(?:the )?(?:pages?|lines?) \d+(?:(?:[-–]| to | and )\d+)?/gi;

/**
 * Checks a sentence or a quotation against evidence without a model.
 * @param all the evidence of the turn: what was read of a document names its company, if a finding does not
 */
export function ruleByCode(
  statement: Statement,
  sources: readonly Source[],
  all: readonly Source[] = sources,
): Ruling {
  if (sources.length === 0) return unsupported('there is no evidence', 'no');
  if (statement.kind !== 'sentence') return ruleQuotation(statement, sources);
  const facts = factsOf(statement.body);
  const others = withoutStated(facts, sources);
  const share = nearestShare(others, sources);
  const counted = countOf(facts);
  const literal = sources.find(({ saysLiterally }) => saysLiterally(uncited(statement.body)));
  if (literal)
    return {
      ...{ status: 'supported', why: `[${literal.item.n}] says it`, open: 'no', share: 1 },
      facts: counted,
    };
  const naming = [...sources, ...sameDocuments(sources, all)];
  const stated = ruleByStated(statement, sources, (name) => hasName(name, naming));
  if (stated) return { ...stated, share, facts: counted };
  const derived = ruleByFindings(facts.inPlace, sources);
  if (derived) return { ...derived, share, facts: counted };
  // The quotation of a finding is a row without its heads: its page was compared when it was found.
  const table = ruleByTables(
    others.inPlace,
    sources.filter(({ item }) => item.kind !== 'finding'),
  );
  if (table) return { ...table, share, facts: counted };
  const firm = missingFirmly(facts, sources);
  const against = contradictionIn(others, sources, firm.quantities);
  if (against !== null) return { status: 'contradicted', why: against, open: 'no', share, facts: counted };
  const [missing] = firm.texts;
  if (missing !== undefined)
    return { ...unsupported(`${missing} is not in ${places(sources)}`, 'no'), share };
  const ruled = { share, facts: counted } as const;
  const aligned = bestAligned(others, sources);
  const [name] = facts.names.filter((candidate) => !hasName(candidate, naming));
  if (name !== undefined) return { ...ruleMissingName(name, aligned, sources), ...ruled };
  const where = aligned ? `[${aligned.passage.n}]` : places(sources);
  const least = counted > 0 ? SAID_WITH_FACTS : SAID;
  if (isMostlyQuoted(facts)) return { status: 'supported', why: `${where} says it`, open: 'no', ...ruled };
  if (aligned && aligned.share >= least) {
    const { objection } = aligned;
    if (!objection) return { status: 'supported', why: `${where} says it`, open: 'no', ...ruled };
    return {
      status: 'inferred',
      why: `${where} is close to it, but ${objection.but}`,
      open: 'to a model',
      ...ruled,
    };
  }
  if (share >= NEAR)
    return { status: 'inferred', why: `${where} is close to it in wording`, open: 'to meaning', ...ruled };
  return { ...unsupported(`no passage of ${places(sources)} is close to it`, 'to meaning'), ...ruled };
}

/**
 * A name that the evidence lacks. If a passage is close to the rest and has no other name in its place, the author may
 * call the same thing by another name: the difference is named, and a model can decide.
 */
function ruleMissingName(
  name: string,
  aligned: Aligned | null,
  sources: readonly Source[],
): Pick<Ruling, 'status' | 'why' | 'open'> {
  const absent = { status: 'unsupported', why: `'${name}' is not in ${places(sources)}` } as const;
  if (!aligned) return { ...absent, open: 'to a model' };
  const laid = { ...aligned, passage: aligned.passage.tokens() };
  const where = `[${aligned.passage.n}]`;
  if (canBeOtherWords(name, laid))
    return { status: 'inferred', why: `${where} is close to it, but lacks '${name}'`, open: 'to a model' };
  const other = nameInPlaceOf(name, laid);
  const instead = other ? `; ${where} has '${other.text}' in its place` : '';
  return { ...absent, why: `${absent.why}${instead}`, open: 'to a model' };
}

function uncited(body: string): string {
  return body.replace(SPACED_CITATION, '');
}

interface Aligned {
  readonly passage: Passage;
  readonly tokens: readonly Token[];
  readonly alignment: Alignment;
  /** Share (0..1) of the sentence's tokens in the passage or its head. */
  readonly share: number;
  readonly objection: Objection | null;
}

/** The passage that says it; otherwise the one that has the most of it. */
function bestAligned(facts: Facts, sources: readonly Source[]): Aligned | null {
  const terms = queryTerms(facts.plain);
  // That page or line was compared already.
  const tokens = tokensOf(facts.inPlace.replace(PLACE, ' '));
  const shareOf = (passage: Passage): number => terms.filter((term) => passage.terms.has(term)).length;
  const near = sources
    .flatMap(({ item, passages, isInHead }) =>
      passages.map((passage) => ({ item, passage, isInHead, common: shareOf(passage) })),
    )
    .toSorted((a, b) => b.common - a.common)
    .slice(0, MOST_ALIGNED)
    .map(({ passage, isInHead }): Aligned => {
      const alignment = align(tokens, passage.tokens());
      const counting = tokens.filter(({ kind }) => kind !== 'function').length;
      const inHead = alignment.missing.filter((at) => isInHead(tokens[at])).length;
      const objection = objectionTo(tokens, passage.tokens(), alignment, isInHead, !passage.prose);
      return {
        passage,
        tokens,
        alignment,
        share: alignment.share + inHead / Math.max(1, counting),
        objection,
      };
    });
  const length = ({ passage }: Aligned): number => passage.tokens().length;
  return near.toSorted((a, b) => b.share - a.share || length(a) - length(b))[0] ?? null;
}

/** Whether a sentence is a quotation with a few words around it. */
function isMostlyQuoted({ quotations, plain }: Facts): boolean {
  const words = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return quotations.length > 0 && words(quotations.join(' ')) >= 0.6 * words(plain);
}

/** E.g. `[1], [2]`, or "the evidence" for more than three sources. */
function places(sources: readonly Source[]): string {
  return sources.length > 3 ? 'the evidence' : sources.map(({ item }) => `[${item.n}]`).join(', ');
}

function unsupported(why: string, open: Ruling['open']): Ruling {
  return { status: 'unsupported', why, open, share: 0, facts: 0 };
}

function countOf({ identifiers, quantities, quotations, names }: Facts): number {
  return identifiers.length + quantities.length + quotations.length + names.length;
}

/** Largest share (0..1) of the sentence's terms in one passage. */
function nearestShare(facts: Facts, sources: readonly Source[]): number {
  const terms = queryTerms(facts.plain);
  if (terms.length === 0) return 0;
  const shares = sources.flatMap(({ passages }) =>
    passages.map((passage) => terms.filter((term) => passage.terms.has(term)).length / terms.length),
  );
  return Math.max(0, ...shares);
}

/** Numbers, code names and quotations that no source contains. */
function missingFirmly(
  facts: Facts,
  sources: readonly Source[],
): { readonly texts: readonly string[]; readonly quantities: readonly Quantity[] } {
  const quantities = facts.quantities.filter((quantity) => !hasQuantity(quantity, facts, sources));
  return {
    quantities,
    texts: [
      ...quantities.map(({ text }) => `'${text}'`),
      ...facts.identifiers.filter((name) => !hasIdentifier(name, sources)).map((name) => `\`${name}\``),
      ...facts.quotations
        .filter((quotation) => !isQuoted(quotation, sources))
        .map((quotation) => `"${quotation}"`),
    ],
  };
}

/**
 * The facts without the numbers that a finding or a calculation states. The format of a number in its text then neither
 * contradicts the sentence nor lowers its share of terms.
 */
function withoutStated(facts: Facts, sources: readonly Source[]): Facts {
  const stated = facts.quantities.filter((quantity) => isStated(quantity, sources));
  return {
    ...facts,
    quantities: facts.quantities.filter((quantity) => !stated.includes(quantity)),
    plain: without(stated, facts.plain),
    inPlace: without(stated, facts.inPlace),
  };
}

function without(quantities: readonly Quantity[], text: string): string {
  return quantities.reduce((rest, { text: number }) => rest.replace(number, ' '), text);
}

/** Whether a finding or calculation has that value, in any scale: `$5,298 million` for 5298 `millions_usd`. */
function isStated({ text, rough }: Quantity, sources: readonly Source[]): boolean {
  const values = sources.flatMap((source) => source.values);
  if (values.length === 0) return false;
  return numbersIn(text).some((number) => values.some((value) => says(number, value, rough ? ROUGHLY : 0)));
}

function hasQuantity(quantity: Quantity, facts: Facts, sources: readonly Source[]): boolean {
  if (isStated(quantity, sources)) return true;
  return sources.some(({ item, quantities }) => {
    const line =
      /\blines?\b/i.test(facts.plain) && quantity.value >= item.startLine && quantity.value <= item.endLine;
    const page =
      /\bpages?\b/i.test(facts.plain) && item.pages?.some((place) => place.page === quantity.value) === true;
    return (
      line ||
      page ||
      beginsVersion(quantity.text, item.text) ||
      quantities.some((given) => agrees(quantity, given))
    );
  });
}

/** Finds a name literally or by its parts: `Invoices.Cancel` matches a class `Invoices` with a method `Cancel`. */
function hasIdentifier(name: string, sources: readonly Source[]): boolean {
  const flat = flattened(name).replace(/\(\)$/, '');
  if (sources.some((source) => source.flat.includes(flat) && flat.length > 2)) return true;
  const parts = name.toLowerCase().match(/[\p{L}\p{N}_$@]+\*?/gu) ?? [];
  return parts.every((part) =>
    sources.some(({ words, quantities }) => {
      if (part.endsWith('*')) return [...words].some((word) => word.startsWith(part.slice(0, -1)));
      return (
        words.has(part) || (/^\d+$/.test(part) && quantities.some(({ value }) => value === Number(part)))
      );
    }),
  );
}

function hasName(name: string, sources: readonly Source[]): boolean {
  const terms = queryTerms(name);
  const plain = lettersOf(name);
  return sources.some(
    ({ words, terms: there, item }) =>
      words.has(name.toLowerCase()) ||
      (terms.length > 0 && terms.every((term) => there.has(term))) ||
      (isOfDocument(item) && plain.length >= SHORTEST_NAME && lettersOf(item.path).includes(plain)),
  );
}

/** `BESTBUY_2024Q2_10Q.pdf` is a report of Best Buy. */
const SHORTEST_NAME = 3;

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Findings and calculations hold a value, and neither the name of the company nor that of the report. */
function isOfDocument({ kind }: Source['item']): boolean {
  return kind === 'finding' || kind === 'calculation';
}

/** What was read of the documents that findings and calculations are of. */
function sameDocuments(sources: readonly Source[], all: readonly Source[]): readonly Source[] {
  const keyOf = ({ item }: Source): string => `${item.path}\n${item.document ?? ''}`;
  const of = new Set(sources.filter(({ item }) => isOfDocument(item)).map(keyOf));
  return of.size === 0 ? [] : all.filter((source) => of.has(keyOf(source)) && !isOfDocument(source.item));
}

function isQuoted(quotation: string, sources: readonly Source[]): boolean {
  const parts = flattened(quotation)
    .split(/\[?(?:…|\.\.\.)\]?/)
    .map((part) => bare(trimEndOf(part.trim(), '.,;:!?')));
  return sources.some((source) => parts.every((part) => source.bare.includes(part)));
}

/** A line that stands for lines that were left out: `…`, `… (lines 12–20)`. */
const OMISSION = /^[\s>]*(?:…|\.\.\.)(?: \(lines? \d+(?:–\d+)?\))?\s*$/;

/** The shown part of a line whose beginning or end was left out: `… of a very long …`. */
function shownOf(line: string): string {
  return line.replace(/^… /, '').replace(/ ?…$/, '');
}

/**
 * Every line of a quotation must be in one passage, or in one of several that it cites: parts of a file that touch each
 * other are quoted as one. Omissions can be marked with `…`.
 */
function ruleQuotation({ kind, body, cites }: Statement, sources: readonly Source[]): Ruling {
  // Spaces at the end of a line are a line break in Markdown.
  const lines = body
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !OMISSION.test(line));
  const has = ({ bare: text }: Source, line: string): boolean => text.includes(bare(shownOf(line)));
  const scores = sources.map((source) => ({
    source,
    found: lines.filter((line) => has(source, line)).length,
  }));
  const best = scores.toSorted((a, b) => b.found - a.found)[0];
  const share = best && lines.length > 0 ? best.found / lines.length : 1;
  const where = `[${best?.source.item.n ?? ''}]`;
  const ruled = { open: 'no', share, facts: lines.length } as const;
  if (share === 1) return { status: 'supported', why: `quoted from ${where}`, ...ruled };
  const cited = sources.filter(({ item }) => cites.includes(item.n));
  if (cited.length > 1 && lines.every((line) => cited.some((source) => has(source, line)))) {
    const all = cited.map(({ item }) => `[${item.n}]`).join(' and ');
    return { status: 'supported', why: `quoted from ${all}`, ...ruled, share: 1 };
  }
  const words = body.toLowerCase().match(/[\p{L}_$@][\p{L}\p{N}_$@]*/gu) ?? [];
  const unknown =
    kind === 'code' ? words.find((word) => !sources.some((source) => source.words.has(word))) : 'text';
  if (unknown === undefined)
    return { status: 'inferred', why: `its names are in ${where}, its lines are not`, ...ruled };
  const line = lines.find((candidate) => !best || !has(best.source, candidate))?.trim() ?? '';
  return { status: 'unsupported', why: `${where} has no line '${line.slice(0, 80)}'`, ...ruled };
}
