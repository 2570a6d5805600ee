import type { ChatInputs } from '../port';
import { followUpsOf, isOverProse } from './follow-ups';
import { chainOf } from './chain';
import { readEvidence, type Reading } from './relevance';
import type { Term } from './terms';

/** Share (0..1) of the question's weight that passages which names join must hold together to be enough. */
const ENOUGH = 0.9;
/** Passages of which it is less sure that they are on the way say nothing about the question. */
const SURE = 0.3;

/** What the evidence says about a question, judged by the terms that it holds. */
export interface Judgement {
  readonly reading: Reading;
  /** Parts of the question, in its own words, that the evidence holds, and those that it does not. */
  readonly answered: readonly string[];
  readonly gaps: readonly string[];
  /** What to look for next, best first; empty where the evidence holds enough, or where nothing new can be asked. */
  readonly followUps: readonly string[];
}

/** Words anywhere in the evidence answer nothing: over prose, those count that stand in passages joined by names. */
export function judge(inputs: ChatInputs): Judgement {
  const reading = readEvidence(inputs.question, inputs.evidence, inputs.needs);
  const prose = isOverProse(inputs, reading);
  const held = prose ? bestWay(inputs, reading) : seenIn(reading);
  const enough = prose && shareOf(held, reading) >= ENOUGH;
  return {
    reading,
    answered: phrasesOf(reading.terms, (term) => held.has(term)),
    gaps: phrasesOf(reading.terms, (term) => !held.has(term)),
    followUps: enough ? [] : followUpsOf(inputs, reading),
  };
}

function seenIn(reading: Reading): ReadonlySet<Term> {
  const unseen = new Set(reading.unseen);
  return new Set(reading.terms.filter((term) => !unseen.has(term)));
}

/** The terms that the best way through the evidence holds. */
function bestWay(inputs: ChatInputs, reading: Reading): ReadonlySet<Term> {
  const ways = chainOf(inputs, reading).filter(({ trust }) => trust >= SURE);
  const ranked = ways.map(({ covered }) => ({ covered, share: shareOf(covered, reading) }));
  return ranked.sort((a, b) => b.share - a.share)[0]?.covered ?? new Set();
}

function shareOf(terms: ReadonlySet<Term>, reading: Reading): number {
  return reading.share([...terms].map((term) => term.text).join(' '));
}

/** Neighbouring terms of a kind as one phrase. */
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
