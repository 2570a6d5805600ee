import { normalizeQuery } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { readLines } from './lines';
import { passagesOf } from './passages';
import type { ReadItem } from './read-item';
import type { Reading } from './relevance';
import { simpleName, telltaleWordsOf } from './terms';
import { useOf } from './use';
import { isAboutData } from './item-weight';
import { isDescribing } from './words-of-the-asker';

/** Maximum number of names requested in the first pass, in the second, and in any later one. */
const MOST = [3, 2, 1] as const;
/** Relevant items whose passages are scanned for undefined names. */
const ITEMS = 4;
/** Names with less than this share of the best one's score can wait. */
const NEAR_BEST = 0.4;
/** Questions about a process: often none of their words names the next step. */
const FLOW =
  /\b(?:what|how|when|which)\b.{0,40}\b(?:happens?|does|do|is|are|flows?|works?|calls?|handled?|processed)\b|\bflow\b|\bstep by step\b/i;

/** Share of the question that a name must contain to be requested late, even if nothing new uses it. */
const OWN_TIE = 0.3;
/** Definitions of error types say little beyond their names. */
const ERROR_TYPE = /(?:Exception|Error|Fault)$/;
/** Score of a line for being part of a passage. */
const PASSAGE = 0.2;
/** Share of the best line's score from which a line is one of the most relevant. */
const NEAR_HIT = 0.5;
/** Stronger than a mention as a type. */
const CLEAR_USE = 0.5;
/** Lines with at least this share of the best line's score indicate what else belongs to the question. */
const NEAREST = 0.6;

interface Candidate {
  readonly name: string;
  readonly simple: string;
  readonly score: number;
  /** True if the question contains the name. */
  readonly named: boolean;
  /** Share of the question that the name itself contains. */
  readonly overlap: number;
  /** Share of the name's words in the lines closest to the question, such as the comment above a function. */
  readonly echo: number;
  /** True if a line does more with it than naming it as a type. */
  readonly clear: boolean;
  /** True if one of the most relevant lines leads on to it. */
  readonly inHit: boolean;
  /** True if a passage that the current pass found uses it. */
  readonly inNew: boolean;
  /** True if such a passage was requested and leads on to it. */
  readonly inRequested: boolean;
}

/**
 * Names to request, best first: the code graph can define them, the most relevant lines use them, the evidence does not
 * define them, and they were not requested before. The threshold rises with each pass, so that the loop ends: a second
 * request needs new evidence and a relation to the question, a third one a name that the question itself contains.
 */
export function requestsFor(inputs: ChatInputs, reading: Reading): readonly string[] {
  if (inputs.pass > 1 && !inputs.evidence.some((item) => item.pass >= inputs.pass)) return [];
  if (inputs.pass <= 1 && inputs.evidence.length === 0) return ownWords(reading);
  const flow = FLOW.test(inputs.question);
  const aboutData = isAboutData(inputs.question);
  // If the graph contains no call, the text mentions a namesake, or only a type.
  const called = inputs.called && new Set(inputs.called);
  const candidates = candidatesOf(inputs, reading).filter((candidate) => {
    if (candidate.named) return true;
    if (!candidate.clear && !aboutData) return false;
    if (called && !called.has(candidate.name) && candidate.overlap < OWN_TIE && !aboutData) return false;
    if (inputs.pass >= 3) return false;
    const tied = candidate.overlap > 0 || candidate.echo > 0 || (flow && candidate.inHit);
    if (inputs.pass <= 1) return tied;
    return (
      (candidate.inNew && (tied || (flow && candidate.inRequested))) ||
      (candidate.overlap >= OWN_TIE && !ERROR_TYPE.test(candidate.simple))
    );
  });
  const best = candidates[0]?.score ?? 0;
  const most = MOST[Math.min(inputs.pass, MOST.length) - 1] ?? MOST[0];
  return candidates
    .filter((candidate) => candidate.score >= NEAR_BEST * best)
    .slice(0, most)
    .map((candidate) => candidate.name);
}

/**
 * If the first search found nothing, requests the question's own words one by one, longest first: together they may
 * have been below the floor, and one of them may be part of a name.
 */
function ownWords(reading: Reading): readonly string[] {
  const words = reading.terms
    .map((term) => term.text)
    .filter((word) => word.length >= 4 && !isDescribing(word));
  return [...words].sort((a, b) => b.length - a.length).slice(0, MOST[0]);
}

function candidatesOf(inputs: ChatInputs, reading: Reading): readonly Candidate[] {
  const requested = new Set([...inputs.needs, ...inputs.misses].flatMap(({ text }) => aliases(text)));
  const defined = definedNames(inputs);
  const passages = reading.items.slice(0, ITEMS).map((item) => ({ item, used: usedLines(item) }));
  const best = Math.max(0, ...passages.flatMap(({ used }) => used.map((line) => line.hit)));
  const nearest = nearestWords(reading);
  const found = inputs.definable.flatMap((name, rank): Candidate[] => {
    const simple = simpleName(name);
    const known =
      aliases(name).some((alias) => requested.has(alias)) || isDefined(name, simple, inputs, defined);
    // "What is the default …": a method of that name is no part of the question.
    const isAskers = reading.focus.asked?.kind === 'setting' && simple.toLowerCase() === 'default';
    if (simple.length < 3 || known || isAskers) return [];
    const overlap = reading.share(simple);
    const parts = telltaleWordsOf(simple);
    const echo = parts.filter((part) => nearest.has(part)).length / Math.max(1, parts.length);
    const uses = passages.map(({ item, used }) => {
      let weight = 0;
      let hit = 0;
      let clear = false;
      for (const line of used) {
        const use = line.text.includes(simple) ? useOf(line.text, simple) : 0;
        weight = Math.max(weight, use * line.weight);
        if (use < CLEAR_USE) continue;
        clear = true;
        hit = Math.max(hit, line.hit);
      }
      const fresh = item.evidence.pass >= inputs.pass;
      return { fresh, clear, requested: fresh && item.requested && clear, hit, score: item.score * weight };
    });
    const used = uses.reduce((sum, use) => sum + use.score, 0);
    const named = reading.terms.some((term) => term.identifier && term.key === simple.toLowerCase());
    if (used === 0 && !named) return [];
    const score =
      (used + (named ? 1 : 0)) * (1 + 2 * overlap + 2 * echo) * (ERROR_TYPE.test(simple) ? 0.4 : 1);
    const inNew = uses.some((use) => use.fresh && use.score > 0);
    const clear = uses.some((use) => use.clear);
    const inRequested = uses.some((use) => use.requested);
    const inHit = uses.some((use) => use.hit > 0 && use.hit >= NEAR_HIT * best);
    return [
      {
        name,
        simple,
        score: score / (1 + 0.05 * rank),
        named,
        overlap,
        echo,
        inHit,
        inNew,
        inRequested,
        clear,
      },
    ];
  });
  // The same name with two qualifications is one request: the better one.
  const unique = new Map<string, Candidate>();
  for (const candidate of found.sort((a, b) => b.score - a.score)) {
    if (!unique.has(candidate.simple)) unique.set(candidate.simple, candidate);
  }
  return [...unique.values()];
}

interface UsedLine {
  readonly text: string;
  /** Share of the question that the line contains. */
  readonly hit: number;
  /** Score: a line of a passage counts even without a word of the question. */
  readonly weight: number;
}

/** Code lines of an item. */
function usedLines(item: ReadItem): readonly UsedLine[] {
  const shown = new Set(passagesOf(item).flatMap((span) => span.map((line) => line.number)));
  return item.lines.flatMap((line, at) => {
    if (line.kind === 'comment' || line.kind === 'noise') return [];
    const hit = item.lineScores[at] ?? 0;
    return [{ text: line.text, hit, weight: hit + (shown.has(line.number) ? PASSAGE : 0) }];
  });
}

/** Words of the lines closest to the question, and of the comments that they are part of. */
function nearestWords(reading: Reading): ReadonlySet<string> {
  const items = reading.items.slice(0, ITEMS);
  const best = Math.max(0, ...items.flatMap((item) => item.lineScores));
  const words = new Set<string>();
  for (const { lines, lineScores } of items) {
    lines.forEach((line, at) => {
      if (line.kind === 'noise' || best === 0 || (lineScores[at] ?? 0) < NEAREST * best) return;
      const around = [lines[at - 1], lines[at + 1]].filter((other) => other?.kind === 'comment');
      // A line of code contains the words of every name that it uses: only comments distinguish them.
      const nearby = line.kind === 'plain' ? around : [line, ...around];
      for (const near of nearby) for (const word of near?.words ?? []) words.add(word);
    });
  }
  return words;
}

/** Forms in which a name may have been requested before. */
function aliases(text: string): readonly string[] {
  return [...new Set([normalizeQuery(text), normalizeQuery(simpleName(text))])].filter(
    (alias) => alias !== '',
  );
}

/**
 * True if the evidence is or contains the definition: by identity for a qualified name, by any definition for a bare
 * one.
 */
function isDefined(name: string, simple: string, inputs: ChatInputs, defined: ReadonlySet<string>): boolean {
  const bare = name.replace(/^\w+:(?!:)/, '').replace(/\|[A-Z_]+$/, '');
  if (bare === simple && defined.has(simple)) return true;
  return inputs.evidence.some(
    (item) => item.nodeKey === name || item.symbol === name || item.symbol === bare,
  );
}

/** Last parts of all names that the evidence defines. */
function definedNames(inputs: ChatInputs): ReadonlySet<string> {
  const lines = inputs.evidence.flatMap((item) => readLines(item).map((line) => line.defines));
  const symbols = inputs.evidence.map((item) =>
    item.symbol === undefined ? undefined : simpleName(item.symbol),
  );
  return new Set([...lines, ...symbols].filter((name) => name !== undefined));
}
