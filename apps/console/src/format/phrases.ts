import type { ClauseDto, PhraseDto, TurnDto } from '@quarry/client';
import { isEnglish, t } from '../language/messages';
import { faultText } from './faults';
import { stopWord } from './names';

type Concluded = Pick<TurnDto, 'reason' | 'disclaimer' | 'phrases'>;

/** Why a turn ended so, as a clause; null while it runs. The gateway's own words are English. */
export function reasonOf({ reason, phrases }: Concluded): string | null {
  return phrases === null || isEnglish() ? reason : clauseOf(phrases.reason);
}

/** How far an answer can be relied on, in sentences; null while the turn runs. */
export function disclaimerOf({ disclaimer, phrases }: Concluded): string | null {
  if (phrases === null || isEnglish()) return disclaimer;
  return phrases.disclaimer.map((each) => `${capitalized(withoutEnd(clauseOf(each)))}.`).join(' ');
}

/** What an index lacked when a turn was asked, as a sentence. */
export function noticeOf(notice: TurnDto['indexing'][number]): string {
  if (isEnglish()) return notice.text;
  return `${capitalized(withoutEnd(clauseOf({ code: notice.code, values: { text: notice.text, ...notice.values } })))}.`;
}

/** A clause of the gateway in the language of the interface; in English if its code or its text is unknown here. */
function clauseOf({ code, values, because = null }: ClauseDto & Partial<PhraseDto>): string {
  const say = Object.hasOwn(PHRASES, code) ? PHRASES[code] : undefined;
  if (say) return say(because === null ? values : { ...values, because: clauseOf(because) });
  const text = String(values['text'] ?? '');
  const stop = stopWord(code);
  if (stop !== code) return stop;
  return faultText(code, text);
}

/** Without full stops and spaces at the end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '. '.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

type Say = (values: Readonly<Record<string, string | number>>) => string;

/** By the codes of `PHRASES` in `libs/turn/src/conclusion/phrases.ts`; a test compares the two. */
const PHRASES: Readonly<Record<string, Say>> = {
  all_inferred: (values) =>
    t(
      'the sentence is inferred from the evidence | all {count} sentences are inferred from the evidence',
      values,
    ),
  all_unsupported: (values) => t('the evidence does not support this answer', values),
  answer_without_evidence: (values) => t('no evidence supports this answer', values),
  answered_without: (values) => t('answered {what}', values),
  best_so_far: (values) => t('the answer is the best so far: {because}', values),
  citations_checked: (values) => t('every citation was checked', values),
  citations_checked_all: (values) =>
    t('every citation was checked against the index; it is as old as the index', values),
  citations_removed: (values) => t('citations that pointed nowhere were removed', values),
  complete_as_graph: (values) =>
    t(
      'the answer is as complete as the code graph, which does not contain calls made at run time only',
      values,
    ),
  contradicted: (values) =>
    t(
      'the evidence contradicts a sentence of this answer | the evidence contradicts {count} sentences of this answer',
      values,
    ),
  defines_it: (values) => t('{path}, line {line}, defines it', values),
  direct: (values) => t('answered without retrieval, as planned', values),
  every_row_read: (values) => t('every row of the table was read; the answer names the filter', values),
  evidence_contradicts_itself: (values) => t('the evidence contradicts itself: {what}', values),
  evidence_holds: (values) => t('the evidence holds', values),
  evidence_holds_for: (values) => t('the evidence holds for {checked} of {count} sentences', values),
  general_knowledge: (values) => t('no sources were searched: this is general knowledge', values),
  index_begun: (values) =>
    t("the repository '{repository}' is being indexed; what is not in the index yet cannot be found", values),
  index_incomplete: (values) =>
    t(
      "the repository '{repository}' is being indexed: {read} of {files} files are read; the rest cannot be found yet",
      values,
    ),
  index_more: (values) =>
    t(
      'the index of one more repository is not complete | the indexes of {count} more repositories are not complete',
      values,
    ),
  index_outdated: (values) =>
    t(
      "the last indexing of the repository '{repository}', begun {begun}, did not finish: parts of its index may be as old as {indexed}",
      values,
    ),
  index_partial: (values) =>
    t(
      "the indexing of the repository '{repository}', begun {begun}, did not finish: its index lacks files",
      values,
    ),
  index_unfinished: (values) =>
    t(
      "the indexing of the repository '{repository}', begun {begun}, did not finish: {read} of {files} files were read, and its index lacks the rest",
      values,
    ),
  index_updating: (values) =>
    t(
      "the repository '{repository}' is being indexed again: {read} of {files} files are read; parts of this answer may be as old as {indexed}",
      values,
    ),
  index_updating_begun: (values) =>
    t(
      "the repository '{repository}' is being indexed again; parts of this answer may be as old as {indexed}",
      values,
    ),
  it_was_answered_without: (values) => t('it was answered {what}', values),
  judged_complete: (values) => t('the evidence was judged complete', values),
  judged_incomplete: (values) => t('the evidence was judged incomplete', values),
  judged_incomplete_lacks: (values) => t('the evidence was judged incomplete: {what}', values),
  labels_compared: (values) =>
    t(
      'code has compared the labels of the table with the question; no language model has judged them',
      values,
    ),
  loosely_related: (values) => t('{because}; it is only loosely related', values),
  loosely_related_evidence: (values) => t('the evidence is only loosely related to the question', values),
  maybe_incomplete: (values) => t('the evidence may not be complete: {because}', values),
  messages_by_words: (values) =>
    t('commits are found by the words of their messages, and a message may not say why', values),
  mostly_unsupported: (values) => t('the evidence does not support most of this answer', values),
  name_found: (values) =>
    t('code has found the name in that line; no language model has judged the passages', values),
  no_answer: (values) => t('there is no answer: {because}', values),
  no_evidence: (values) => t('no evidence supports an answer', values),
  no_model_judged: (values) => t('no language model has judged the passages', values),
  no_model_wrote: (values) => t('no language model has written an answer from the passages', values),
  not_judged: (values) =>
    t(
      'the sentence of this answer was not checked | {unchecked} of {count} sentences of this answer were not checked',
      values,
    ),
  partly_inferred: (values) =>
    t('the evidence supports {supported} of {count} sentences; the rest is inferred from it', values),
  read_from_table: (values) => t('code has read it from a table: {what}', values),
  requests_not_found: (values) =>
    t(
      '{missed} of 1 requested item was not found | {missed} of {count} requested items were not found',
      values,
    ),
  requests_not_sought: (values) =>
    t(
      '{missed} of 1 requested item was not looked for | {missed} of {count} requested items were not looked for',
      values,
    ),
  sentences_not_checked: (values) =>
    t('every citation was checked against the index; the sentences were not checked', values),
  sets_it: (values) => t('{path}, line {line}, sets it', values),
  some_not_checked: (values) =>
    t(
      'every citation was checked against the index; a sentence could not be checked | every citation was checked against the index; {count} sentences could not be checked',
      values,
    ),
  unsupported: (values) =>
    t(
      'the evidence does not support a sentence of this answer | the evidence does not support {count} sentences of this answer',
      values,
    ),
  vectors_incomplete: (values) =>
    t(
      "{vectors} of {chunks} passages of the repository '{repository}' have a vector; the others are found by their words only",
      values,
    ),
};
