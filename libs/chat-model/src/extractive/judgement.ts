import type { ChatInputs } from '../port';
import { followUpsOf, isOverProse } from './follow-ups';
import { chainOf } from './chain';
import { demandsOf, type Demands } from './demands';
import { factToFind, namesToFind } from './open-queries';
import { readEvidence, type Reading } from './relevance';
import type { Term } from './terms';

/** Share (0..1) of the question's weight that linked passages must contain together to be sufficient. */
const ENOUGH = 0.9;
/** Passages with a lower certainty of being in the chain are ignored. */
const SURE = 0.3;

/** A judgement of the evidence, based on the terms that it contains. */
export interface Judgement {
  readonly reading: Reading;
  /** What the question demands of prose; null if the evidence is not prose. */
  readonly demands: Demands | null;
  /** Parts of the question, in its own words, that the evidence contains, and those that it lacks. */
  readonly answered: readonly string[];
  readonly gaps: readonly string[];
  /** What to search for next, best first; empty if the evidence is sufficient, or nothing new can be requested. */
  readonly followUps: readonly string[];
}

/**
 * Words scattered over the evidence answer nothing: over prose, only passages that are linked by names count, the words
 * of every name must stand together, and a thing of the kind that is asked for must be there.
 */
export function judge(inputs: ChatInputs): Judgement {
  const reading = readEvidence(inputs.question, inputs.evidence, inputs.needs);
  const prose = isOverProse(inputs, reading);
  const covered = prose ? bestChain(inputs, reading) : seenIn(reading);
  const demands = prose ? demandsOf(inputs, reading) : null;
  const isMet = demands?.apart.length === 0 && demands.hasKind !== false;
  const enough = isMet && shareOf(covered, reading) >= ENOUGH;
  return {
    reading,
    demands,
    answered: phrasesOf(reading.terms, (term) => covered.has(term)),
    gaps: phrasesOf(reading.terms, (term) => !covered.has(term)),
    followUps: enough ? [] : wantedOf(inputs, reading, demands),
  };
}

/** Names first, then what leads on from the passages; if nothing does, what is asked about the names. */
function wantedOf(inputs: ChatInputs, reading: Reading, demands: Demands | null): readonly string[] {
  const names = demands ? namesToFind(inputs, demands) : [];
  const wanted = [...names, ...followUpsOf(inputs, reading)];
  return wanted.length === 0 && demands ? factToFind(inputs, demands) : wanted;
}

function seenIn(reading: Reading): ReadonlySet<Term> {
  const unseen = new Set(reading.unseen);
  return new Set(reading.terms.filter((term) => !unseen.has(term)));
}

/** The terms that the best chain of passages contains. */
function bestChain(inputs: ChatInputs, reading: Reading): ReadonlySet<Term> {
  const ways = chainOf(inputs, reading).filter(({ trust }) => trust >= SURE);
  const ranked = ways.map(({ covered }) => ({ covered, share: shareOf(covered, reading) }));
  return ranked.sort((a, b) => b.share - a.share)[0]?.covered ?? new Set();
}

function shareOf(terms: ReadonlySet<Term>, reading: Reading): number {
  return reading.share([...terms].map((term) => term.text).join(' '));
}

/** Joins adjacent terms of a kind into one phrase. */
function phrasesOf(terms: readonly Term[], isOfKind: (term: Term) => boolean): readonly string[] {
  const phrases: string[] = [];
  terms.forEach((term, at) => {
    if (!isOfKind(term)) return;
    const before = terms[at - 1];
    const last = before && isOfKind(before) ? phrases.pop() : undefined;
    phrases.push(last === undefined ? term.text : `${last} ${term.text}`);
  });
  return phrases;
}
