import type { Evidence } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { entitiesOf } from './entities';
import { isProse } from './lines';
import type { Reading } from './relevance';
import { sentencesOf } from './sentences';
import { isFunctionWord, wordsOf, type Term } from './terms';

/** Most passages that are read, the newest left out first; longest text of one, in characters. */
const MOST_PASSAGES = 80;
const MAX_TEXT = 4_000;
/** How surely a passage is about a name: it is its title, part of its title, or in its text. */
const ABOUT = { title: 1, inTitle: 0.8, inText: 0.5 } as const;
/** What a passage takes over from the one whose name led to it. */
const HANDED_ON = 0.9;
/** Passages in a row, the first included: multi-hop questions seldom need more (MuSiQue has up to four). */
const MOST_DEPTH = 4;
/** Characters around a name within which the question's words count as being about it. */
const AROUND = 70;
/** What a name counts by its form: `Pearl Jam`, `Seattle`, `1987 single`, and the `American` of `American band`. */
const KIND = { words: 1, word: 0.7, numbered: 0.5, adjective: 0.2 } as const;

/** A passage on the way from the names of the question to its answer. */
export interface Chained {
  readonly evidence: Evidence;
  /** How surely it is on the way, 0..1. */
  readonly trust: number;
  /** Terms of the question that it and the passages before it hold. */
  readonly covered: ReadonlySet<Term>;
  /** Names in it that may lead on. */
  readonly leads: readonly Lead[];
}

/** A named entity of a passage which the question does not have. */
export interface Lead {
  readonly name: string;
  /** Stems of its words, by which it is compared. */
  readonly form: string;
  /** How much what stands around it has to do with the question, 0..1. */
  readonly worth: number;
}

interface Passage {
  readonly evidence: Evidence;
  readonly title: string;
  readonly form: string;
  readonly held: ReadonlySet<Term>;
}

/**
 * The passages of prose that are joined with the question by names: those about a name of the question, those about a name which
 * stands in these, and so on; the surest first. Where the question has no name, its most relevant passages are the first ones.
 */
export function chainOf(inputs: ChatInputs, reading: Reading): readonly Chained[] {
  const prose = inputs.evidence.filter(isProse).slice(0, MOST_PASSAGES);
  const passages = prose.map((evidence) => readPassage(evidence, reading.terms));
  const asked = formOf(inputs.question);
  const names = entitiesOf(inputs.question).map(({ text }) => formOf(text));
  const chained = new Map<Passage, Chained>();
  let frontier = passages.flatMap((passage) => {
    const trust = names.length > 0 ? aboutAny(passage, names, passages) : relevanceOf(passage, reading);
    return trust > 0 ? [{ passage, trust, covered: passage.held }] : [];
  });
  for (let depth = 0; depth < MOST_DEPTH && frontier.length > 0; depth += 1) {
    const next: typeof frontier = [];
    for (const { passage, trust, covered } of frontier) {
      const known = chained.get(passage);
      if (known && known.trust >= trust) continue;
      const leads = known?.leads ?? leadsOf(passage, asked, reading);
      chained.set(passage, { evidence: passage.evidence, trust, covered, leads });
      for (const other of passages) {
        if (other === passage || chained.has(other)) continue;
        const worth = Math.max(0, ...leads.map((lead) => (lead.form === other.title ? lead.worth : 0)));
        if (worth > 0)
          next.push({
            passage: other,
            trust: trust * worth * HANDED_ON,
            covered: new Set([...covered, ...other.held]),
          });
      }
    }
    frontier = next;
  }
  return [...chained.values()].sort((a, b) => b.trust - a.trust || a.evidence.n - b.evidence.n);
}

function readPassage(evidence: Evidence, terms: readonly Term[]): Passage {
  const text = `${evidence.title ?? ''} ${evidence.text.slice(0, MAX_TEXT)}`;
  const words = new Set(wordsOf(fold(text)));
  return {
    evidence,
    title: formOf((evidence.title ?? '').replace(/ \([^()]{1,60}\)$/, '')),
    form: formOf(text),
    held: new Set(terms.filter((term) => term.parts.every((part) => words.has(fold(part))))),
  };
}

/** How surely a passage is about one of the names: the surer, the fewer other passages are. */
function aboutAny(passage: Passage, names: readonly string[], all: readonly Passage[]): number {
  return Math.max(
    0,
    ...names.map((name) => {
      const about = aboutName(passage, name);
      if (about === 0) return 0;
      const others = all.filter((other) => other.form.includes(name)).length;
      return about / (1 + Math.log(Math.max(1, others)) / 3);
    }),
  );
}

function aboutName({ title, form }: Passage, name: string): number {
  if (title === name) return ABOUT.title;
  if (title.includes(name)) return ABOUT.inTitle;
  return form.includes(name) ? ABOUT.inText : 0;
}

function relevanceOf(passage: Passage, reading: Reading): number {
  const best = reading.items[0]?.score ?? 0;
  const score = reading.items.find((item) => item.evidence === passage.evidence)?.score ?? 0;
  return best > 0 && score >= best / 2 ? score / best : 0;
}

/** Names in a passage, and its title, that the question does not have. */
function leadsOf({ evidence, title }: Passage, asked: string, reading: Reading): readonly Lead[] {
  const leads = new Map<string, Lead>();
  const add = (name: string, worth: number): void => {
    const form = formOf(name);
    if (form.trim() === '' || asked.includes(form) || (leads.get(form)?.worth ?? 0) >= worth) return;
    leads.set(form, { name: name.replace(/[\s,;]+/g, ' ').trim(), form, worth: Math.min(1, worth) });
  };
  if (!asked.includes(title)) add((evidence.title ?? '').replace(/ \([^()]{1,60}\)$/, ''), 0.8);
  for (const { text } of entitiesOf(evidence.title ?? '')) if (formOf(text) !== title) add(text, 0.8);
  for (const sentence of sentencesOf(evidence.text.slice(0, MAX_TEXT))) {
    const share = reading.share(sentence);
    for (const { text: name, at } of entitiesOf(sentence)) {
      if (formOf(name) === title) continue;
      const near = reading.share(sentence.slice(Math.max(0, at - AROUND), at + name.length + AROUND));
      add(name, KIND[kindOf(name, sentence.slice(at + name.length))] * (0.3 + share + near));
    }
  }
  return [...leads.values()].sort((a, b) => b.worth - a.worth || (a.form < b.form ? -1 : 1));
}

/** What a name is, by its words and by what stands behind it. */
function kindOf(name: string, behind: string): keyof typeof KIND {
  if (/^\p{N}/u.test(name)) return 'numbered';
  if (/[\s-]/.test(name)) return 'words';
  const next = /^ (\p{Ll}[\p{L}-]*)/u.exec(behind)?.[1];
  return next === undefined || isFunctionWord(next) ? 'word' : 'adjective';
}

/** Stems of the words in a text between blanks, so that one form holds another as whole words; without diacritics. */
export function formOf(text: string): string {
  return ` ${wordsOf(fold(text)).join(' ')} `;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
