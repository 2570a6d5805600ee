import { capitalized } from '../text/capitalized';
import type { IndexNotice } from '../turn/index-notice';

/**
 * The clauses of a conclusion in English, by their codes. `{name}` is a value, `{because}` the clause that gives the
 * reason. ` | ` separates the form for one thing from the form for several, chosen by the value `count`.
 */
export const PHRASES = {
  all_inferred:
    'the sentence is inferred from the evidence | all {count} sentences are inferred from the evidence',
  all_unsupported: 'the evidence does not support this answer',
  answer_without_evidence: 'no evidence supports this answer',
  answered_without: 'answered {what}',
  best_so_far: 'the answer is the best so far: {because}',
  citations_checked: 'every citation was checked',
  citations_checked_all: 'every citation was checked against the index; it is as old as the index',
  citations_removed: 'citations that pointed nowhere were removed',
  complete_as_graph:
    'the answer is as complete as the code graph, which does not contain calls made at run time only',
  contradicted:
    'the evidence contradicts a sentence of this answer | the evidence contradicts {count} sentences of this answer',
  defines_it: '{path}, line {line}, defines it',
  direct: 'answered without retrieval, as planned',
  every_row_read: 'every row of the table was read; the answer names the filter',
  evidence_contradicts_itself: 'the evidence contradicts itself: {what}',
  evidence_holds: 'the evidence holds',
  evidence_holds_for: 'the evidence holds for {checked} of {count} sentences',
  general_knowledge: 'no sources were searched: this is general knowledge',
  index_begun: "the repository '{repository}' is being indexed; what is not in the index yet cannot be found",
  index_incomplete:
    "the repository '{repository}' is being indexed: {read} of {files} files are read; the rest cannot be found yet",
  index_more:
    'the index of one more repository is not complete | the indexes of {count} more repositories are not complete',
  index_outdated:
    "the last indexing of the repository '{repository}', begun {begun}, did not finish: parts of its index may be as old as {indexed}",
  index_partial:
    "the indexing of the repository '{repository}', begun {begun}, did not finish: its index lacks files",
  index_unfinished:
    "the indexing of the repository '{repository}', begun {begun}, did not finish: {read} of {files} files were read, and its index lacks the rest",
  index_updating:
    "the repository '{repository}' is being indexed again: {read} of {files} files are read; parts of this answer may be as old as {indexed}",
  index_updating_begun:
    "the repository '{repository}' is being indexed again; parts of this answer may be as old as {indexed}",
  it_was_answered_without: 'it was answered {what}',
  judged_complete: 'the evidence was judged complete',
  judged_incomplete: 'the evidence was judged incomplete',
  judged_incomplete_lacks: 'the evidence was judged incomplete: {what}',
  labels_compared:
    'code has compared the labels of the table with the question; no language model has judged them',
  loosely_related: '{because}; it is only loosely related',
  loosely_related_evidence: 'the evidence is only loosely related to the question',
  maybe_incomplete: 'the evidence may not be complete: {because}',
  messages_by_words: 'commits are found by the words of their messages, and a message may not say why',
  mostly_unsupported: 'the evidence does not support most of this answer',
  name_found: 'code has found the name in that line; no language model has judged the passages',
  no_answer: 'there is no answer: {because}',
  no_evidence: 'no evidence supports an answer',
  no_model_judged: 'no language model has judged the passages',
  no_model_wrote: 'no language model has written an answer from the passages',
  not_judged:
    'the sentence of this answer was not checked | {unchecked} of {count} sentences of this answer were not checked',
  partly_inferred: 'the evidence supports {supported} of {count} sentences; the rest is inferred from it',
  read_from_table: 'code has read it from a table: {what}',
  requests_not_found:
    '{missed} of 1 requested item was not found | {missed} of {count} requested items were not found',
  requests_not_sought:
    '{missed} of 1 requested item was not looked for | {missed} of {count} requested items were not looked for',
  sentences_not_checked: 'every citation was checked against the index; the sentences were not checked',
  sets_it: '{path}, line {line}, sets it',
  some_not_checked:
    'every citation was checked against the index; a sentence could not be checked | every citation was checked against the index; {count} sentences could not be checked',
  unsupported:
    'the evidence does not support a sentence of this answer | the evidence does not support {count} sentences of this answer',
  vectors_incomplete:
    "{vectors} of {chunks} passages of the repository '{repository}' have a vector; the others are found by their words only",
} as const;

export type PhraseCode = keyof typeof PHRASES;

/** A clause that others have written, with its code: a stop rule, an error, what a writer or a proof says. */
const TEXT = 'text';

/** A clause for programs, which can be said in any language. */
export interface Clause {
  /** One of {@link PHRASES}, or of a text that others have written: the rule or error code, `writer` or `proof`. */
  readonly code: string;
  /** What is put into it; `text` is a clause that is there in English only. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** A clause with the one that gives the reason; null if it needs none. */
export interface Phrase extends Clause {
  readonly because: Clause | null;
}

/** @example phrase('contradicted', { count: 2 }) */
export function phrase(
  code: PhraseCode,
  values: Clause['values'] = {},
  because: Clause | null = null,
): Phrase {
  return { code, values, because: because && { code: because.code, values: because.values } };
}

/** A clause that is there in English only. */
export function quoted(code: string, text: string): Phrase {
  return { code, values: { [TEXT]: text }, because: null };
}

/** In English, as a clause. */
export function clauseOf({ code, values, because = null }: Clause & Partial<Phrase>): string {
  const text = values[TEXT];
  if (text !== undefined || !isPhrase(code)) return String(text ?? code);
  const [one = '', several = one] = PHRASES[code].split(' | ');
  const form = values['count'] === 1 ? one : several;
  return form.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'because' && because ? clauseOf(because) : String(values[name] ?? ''),
  );
}

/** In English, as a sentence without its full stop. */
export function sentenceOf(of: Phrase): string {
  return capitalized(clauseOf(of));
}

/** An index notice in English, as a sentence with its full stop. */
export function noticeSentence({ code, values }: IndexNotice): string {
  return `${sentenceOf(phrase(code, values))}.`;
}

function isPhrase(code: string): code is PhraseCode {
  return Object.hasOwn(PHRASES, code);
}
