import type { Evidence } from '@quarry/turn';
import type { ChatInputs } from '../port';
import { entitiesOf } from './entities';
import { isProse } from './lines';
import type { Reading } from './relevance';
import { sentencesOf } from './sentences';
import { isFunctionWord, wordsOf, type Term } from './terms';

/** Maximum number of passages to read, dropping the newest first; maximum length of a passage, in characters. */
const MOST_PASSAGES = 80;
const MAX_TEXT = 4_000;
/** Certainty that a passage is about a name: the name is its title, part of its title, or in its text. */
const ABOUT = { title: 1, inTitle: 0.8, inText: 0.5 } as const;
/** Share of its certainty that a passage passes on to the next one. */
const HANDED_ON = 0.9;
/** Maximum length of a chain. Multi-hop questions seldom need more (MuSiQue has up to four passages). */
const MOST_DEPTH = 4;
/** Distance in characters within which the question's words count as being about a name. */
const AROUND = 70;
/** Score of a name by its form: `Pearl Jam`, `Seattle`, `1987 single`, and the `American` of `American band`. */
const KIND = { words: 1, word: 0.7, numbered: 0.5, adjective: 0.2 } as const;

/** A passage in a chain from the names of the question to its answer. */
export interface Chained {
  readonly evidence: Evidence;
  /** Certainty that it is part of the chain, 0..1. */
  readonly trust: number;
  /** Terms of the question that it and the passages before it contain. */
  readonly covered: ReadonlySet<Term>;
  /** Names in it that may lead on. */
  readonly leads: readonly Lead[];
}

/** A named entity that occurs in a passage and not in the question. */
export interface Lead {
  readonly name: string;
  /** Stems of its words, for comparisons. */
  readonly form: string;
  /** How much its surroundings relate to the question, 0..1. */
  readonly score: number;
}

interface Passage {
  readonly evidence: Evidence;
  readonly title: string;
  readonly form: string;
  readonly held: ReadonlySet<Term>;
}

/**
 * The passages of prose that are linked to the question by names: those about a name of the question, those about a
 * name that occurs in these, and so on; the most certain first. If the question has no name, the chain starts with its
 * most relevant passages.
 */
export function chainOf(inputs: ChatInputs, reading: Reading): readonly Chained[] {
  const prose = inputs.evidence.filter(isProse).slice(0, MOST_PASSAGES);
  const passages = prose.map((evidence) => readPassage(evidence, reading.terms));
  const questionForm = formOf(inputs.question);
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
      const leads = known?.leads ?? leadsOf(passage, questionForm, reading);
      chained.set(passage, { evidence: passage.evidence, trust, covered, leads });
      for (const other of passages) {
        if (other === passage || chained.has(other)) continue;
        const score = Math.max(0, ...leads.map((lead) => (lead.form === other.title ? lead.score : 0)));
        if (score > 0)
          next.push({
            passage: other,
            trust: trust * score * HANDED_ON,
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

/** Certainty that a passage is about one of the names: the fewer other passages are, the higher. */
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

/** Names in a passage, including its title, that the question does not contain. */
function leadsOf({ evidence, title }: Passage, questionForm: string, reading: Reading): readonly Lead[] {
  const leads = new Map<string, Lead>();
  const add = (name: string, score: number): void => {
    const form = formOf(name);
    if (form.trim() === '' || questionForm.includes(form) || (leads.get(form)?.score ?? 0) >= score) return;
    leads.set(form, { name: name.replace(/[\s,;]+/g, ' ').trim(), form, score: Math.min(1, score) });
  };
  if (!questionForm.includes(title)) add((evidence.title ?? '').replace(/ \([^()]{1,60}\)$/, ''), 0.8);
  for (const { text } of entitiesOf(evidence.title ?? '')) if (formOf(text) !== title) add(text, 0.8);
  for (const sentence of sentencesOf(evidence.text.slice(0, MAX_TEXT))) {
    const share = reading.share(sentence);
    for (const { text: name, at } of entitiesOf(sentence)) {
      if (formOf(name) === title) continue;
      const near = reading.share(sentence.slice(Math.max(0, at - AROUND), at + name.length + AROUND));
      add(name, KIND[kindOf(name, sentence.slice(at + name.length))] * (0.3 + share + near));
    }
  }
  return [...leads.values()].sort((a, b) => b.score - a.score || (a.form < b.form ? -1 : 1));
}

/** Score of a name, by its words and by the words after it. */
function kindOf(name: string, behind: string): keyof typeof KIND {
  if (/^\p{N}/u.test(name)) return 'numbered';
  if (/[\s-]/.test(name)) return 'words';
  const next = /^ (\p{Ll}[\p{L}-]*)/u.exec(behind)?.[1];
  return next === undefined || isFunctionWord(next) ? 'word' : 'adjective';
}

/** Stems of the words in a text, without diacritics, joined by spaces, so that whole words can be found in it. */
export function formOf(text: string): string {
  return ` ${wordsOf(fold(text)).join(' ')} `;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
