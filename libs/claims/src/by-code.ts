import { queryTerms } from '@quarry/search-index';
import { contradictionIn } from './contradiction';
import { align, type Alignment } from './align';
import { ruleByFindings } from './derived-figures';
import { factsOf, type Facts } from './facts';
import { canBeOtherWords, nameInPlaceOf } from './missing-name';
import { objectionTo, type Objection } from './objection';
import { ruleByTables } from './tables';
import { tokensOf, type Token } from './tokens';
import type { Passage, Source } from './passages';
import { hasName, missingFirmly, sameDocuments, withoutStated } from './presence';
import { ruleQuotation } from './quotations';
import type { Ruling } from './ruling';
import { ruleByStated } from './stated-figures';
import { SPACED_CITATION } from './sentences';
import type { Statement } from './statements';

/** Minimum share of terms in one passage for a supported sentence; lower if the sentence also has facts. */
const SAID = 0.8;
const SAID_WITH_FACTS = 0.6;
/** Minimum share for a sentence that is close to a passage, before its meaning is compared. */
const NEAR = 0.45;
/** Passages to lay the sentence on, most common terms first. */
const MOST_ALIGNED = 8;

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
    return { ...unsupported(`${missing} is not in ${places(sources)}`, firm.open), share };
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
