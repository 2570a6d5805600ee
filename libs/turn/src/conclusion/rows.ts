import { GIT_HISTORY, TABLE_ROWS, UNJUDGED, type Claim } from '../answer/answer';
import { requestsOf } from '../report/extraction-report';
import { degradedSentences, type StoreName } from '../turn/degraded';
import { SENSITIVITY_RULE } from '../turn/refused-call';
import type { Outcome, Stop, Turn } from '../turn/turn';
import type { ConfidenceLevel } from './confidence';
import { gapsOf } from './gaps';
import { notFoundOf } from './not-found';
import { phrase, quoted, type Phrase } from './phrases';

/** Guard rules that stop a turn because its budget is spent. */
const BUDGET_RULES: readonly string[] = ['deadline', 'token_budget', 'cost_budget'];

/** Best relevance of cited evidence below which it counts as loosely related. */
const LOOSE = 0.4;

/** Code of what the writer of an answer says is missing. */
const WRITER = 'writer';

/** Stores that evidence comes from. */
const FOR_EVIDENCE: ReadonlySet<StoreName> = new Set(['search', 'graph']);

/** Whether the guard stopped the turn because its time, tokens or money were spent. */
export function isSpent({ stop }: Pick<Turn, 'stop'>): boolean {
  return stop !== null && BUDGET_RULES.includes(stop.rule);
}

/** One row of the table, for the turns that it applies to. */
export interface Row {
  readonly outcome: Outcome;
  readonly reason: Phrase;
  readonly headline?: string;
  readonly level: ConfidenceLevel;
  readonly disclaimer: Phrase;
}

const ROWS: readonly ((turn: Turn) => Row | null)[] = [
  withoutAnswer,
  direct,
  uncited,
  contradicted,
  mostlyUnsupported,
  spent,
  withheld,
  unsupported,
  proved,
  stopped,
  insufficient,
  incomplete,
  notFound,
  contradictions,
  degraded,
  mostlyUnjudged,
  loose,
  removedCitations,
  unchecked,
  mostlyInferred,
];

/** The first row that applies; the last one applies to every turn. */
export function firstRow(turn: Turn): Row {
  for (const row of ROWS) {
    const found = row(turn);
    if (found) return found;
  }
  return {
    ...{ outcome: 'answered', reason: held(turn), level: 'high' },
    disclaimer: phrase('citations_checked_all'),
  };
}

function withoutAnswer({ end }: Turn): Row | null {
  if (end?.outcome !== 'failed' && end?.outcome !== 'cancelled') return null;
  const { outcome } = end;
  const reason = quoted(end.code ?? outcome, end.reason);
  return { outcome, reason, level: 'low', disclaimer: phrase('no_answer', {}, reason) };
}

function direct({ end, plan, stop, searches }: Turn): Row | null {
  const planned = plan?.mode === 'direct' && stop === null && searches.length === 0;
  if (end ? end.outcome !== 'direct' : !planned) return null;
  return {
    outcome: 'direct',
    reason: phrase('direct'),
    level: 'low',
    disclaimer: phrase('general_knowledge'),
  };
}

function uncited(turn: Turn): Row | null {
  const { answer, stop } = turn;
  // An extraction that gives no value may cite the rows that come nearest.
  const isRefused = (turn.extraction ?? null) !== null && answer?.insufficient !== undefined;
  if (!isRefused && answer && (answer.citations.length > 0 || answer.proof !== undefined)) return null;
  const isWritten = answer !== null && answer.writtenBy !== 'extractive';
  const nothing = phrase(isWritten ? 'answer_without_evidence' : 'no_evidence');
  const missing = answer?.insufficient;
  const reason = stop ? stopClause(stop) : missing === undefined ? nothing : quoted(WRITER, missing);
  return {
    ...{ outcome: isSpent(turn) ? 'budget' : 'insufficient', reason, level: 'low' },
    disclaimer: isWritten ? nothing : phrase('no_answer', {}, reason),
  };
}

function contradicted(turn: Turn): Row | null {
  const n = count(turn.claims, 'contradicted');
  if (n === 0) return null;
  return {
    ...doubted(turn, phrase('contradicted', { count: n })),
    ...{ headline: 'Contradicted by the evidence', level: 'low' },
  };
}

function mostlyUnsupported(turn: Turn): Row | null {
  const n = count(turn.claims, 'unsupported');
  const all = turn.claims?.length ?? 0;
  if (n <= all / 2) return null;
  if (n === all)
    return {
      ...doubted(turn, phrase('all_unsupported'), 'insufficient'),
      ...{ level: 'low' },
    };
  return {
    ...doubted(turn, phrase('mostly_unsupported')),
    ...{ headline: 'Mostly unsupported', level: 'low' },
  };
}

function spent(turn: Turn): Row | null {
  return turn.stop && isSpent(turn) ? bestSoFar('budget', turn.stop) : null;
}

function withheld({ stop }: Turn): Row | null {
  return stop?.rule === SENSITIVITY_RULE ? bestSoFar('partial', stop) : null;
}

function bestSoFar(outcome: Outcome, stop: Stop): Row {
  const reason = stopClause(stop);
  return { outcome, reason, level: 'medium', disclaimer: phrase('best_so_far', {}, reason) };
}

function unsupported(turn: Turn): Row | null {
  const n = count(turn.claims, 'unsupported');
  return n === 0 ? null : doubted(turn, phrase('unsupported', { count: n }));
}

/** What code lists completely needs no judgement. That nothing is there can also mean that the graph cannot see it. */
function proved({ answer, searches, claims }: Turn): Row | null {
  if (answer?.proof === undefined) return null;
  const reason = quoted('proof', answer.proof);
  if (answer.writtenBy === GIT_HISTORY)
    return {
      ...{ outcome: 'answered', reason, headline: 'Answered from the git history' },
      level: 'medium',
      disclaimer: phrase('messages_by_words'),
    };
  if (answer.writtenBy === TABLE_ROWS)
    return {
      ...{ outcome: 'answered', reason, headline: 'Answered from the rows of a table' },
      level: 'high',
      disclaimer: phrase('every_row_read'),
    };
  const isSure = searches.at(-1)?.hits !== 0 && count(claims, 'unchecked') === 0;
  return {
    ...{ outcome: 'answered', reason, headline: 'Answered from the code graph' },
    level: isSure ? 'high' : 'medium',
    disclaimer: phrase('complete_as_graph'),
  };
}

function stopped({ stop }: Turn): Row | null {
  return stop && maybeIncomplete(stopClause(stop));
}

function insufficient({ answer }: Turn): Row | null {
  return answer?.insufficient === undefined ? null : maybeIncomplete(quoted(WRITER, answer.insufficient));
}

function incomplete({ assessments }: Turn): Row | null {
  const judged = assessments.at(-1);
  if (!judged || judged.complete) return null;
  const what = judged.missing.join('; ');
  return maybeIncomplete(
    what === '' ? phrase('judged_incomplete') : phrase('judged_incomplete_lacks', { what }),
  );
}

/**
 * Once the evidence was judged complete, what was not found is not needed. An agent that answers has read the results of
 * its calls. What is missing is named once, by {@link notFoundOf}.
 */
function notFound(turn: Turn): Row | null {
  if (turn.assessments.at(-1)?.complete === true) return null;
  const needs = turn.needs.filter(({ call }) => call === undefined);
  const all = gapsOf(requestsOf({ ...turn, needs })).length;
  const missing = notFoundOf({ ...turn, needs }).filter((gap) => isRequested(gap.text));
  const missed = missing.filter(({ sought }) => sought).length;
  if (missed > 0) return plain(phrase('requests_not_found', { missed, count: all }));
  if (missing.length === 0) return null;
  return plain(phrase('requests_not_sought', { missed: missing.length, count: all }));

  function isRequested(text: string): boolean {
    return needs.some((need) => need.text === text);
  }
}

function contradictions({ answer }: Turn): Row | null {
  const found = answer?.contradictions ?? [];
  return found.length === 0 ? null : plain(phrase('evidence_contradicts_itself', { what: found.join('; ') }));
}

function degraded({ degraded: all }: Turn): Row | null {
  const [what] = degradedSentences(all?.filter(({ store }) => FOR_EVIDENCE.has(store)));
  if (what === undefined) return null;
  return {
    ...{ outcome: 'partial', reason: phrase('answered_without', { what }), level: 'medium' },
    disclaimer: phrase('it_was_answered_without', { what }),
  };
}

function loose(turn: Turn): Row | null {
  const { answer, evidence } = turn;
  const cited = new Set(answer?.citations.map(({ n }) => n));
  const relevance = evidence.filter(({ n }) => cited.has(n)).map((item) => item.relevance);
  if (relevance.length === 0 || Math.max(...relevance) >= LOOSE) return null;
  return {
    ...{ outcome: 'answered', reason: phrase('loosely_related', {}, held(turn)), level: 'medium' },
    disclaimer: phrase('loosely_related_evidence'),
  };
}

function removedCitations(turn: Turn): Row | null {
  if ((turn.answer?.removedCitations.length ?? 0) === 0) return null;
  return {
    ...{ outcome: 'answered', reason: held(turn), level: 'medium' },
    disclaimer: phrase('citations_removed'),
  };
}

/** What no model has judged that was to judge it is no answer that holds, however well its words fit. */
function mostlyUnjudged({ claims }: Turn): Row | null {
  const n = claims?.filter(({ status, why }) => status === 'unchecked' && why.endsWith(UNJUDGED)).length ?? 0;
  const all = claims?.length ?? 0;
  if (n <= all / 2) return null;
  return {
    ...plain(phrase('not_judged', { unchecked: n, count: all })),
    ...{ headline: 'Not checked', level: 'low' },
  };
}

function unchecked(turn: Turn): Row | null {
  const n = count(turn.claims, 'unchecked');
  if (turn.claims !== null && n === 0) return null;
  const all = turn.claims === null || n === turn.claims.length;
  return {
    ...{ outcome: 'answered', reason: held(turn), level: 'medium' },
    disclaimer: all ? phrase('sentences_not_checked') : phrase('some_not_checked', { count: n }),
  };
}

/** Sentences in other words than the evidence: nothing speaks against them, but code has confirmed only the others. */
function mostlyInferred(turn: Turn): Row | null {
  const inferred = count(turn.claims, 'inferred');
  if (inferred <= count(turn.claims, 'supported')) return null;
  const reason = held(turn);
  return { ...{ outcome: 'answered', reason, level: 'medium' }, disclaimer: reason };
}

/** What was checked of an answer that nothing speaks against. */
function held({ claims, assessments }: Turn): Phrase {
  const supported = count(claims, 'supported');
  const inferred = count(claims, 'inferred');
  const all = claims?.length ?? 0;
  if (inferred > 0 && supported + inferred === all)
    return supported > 0
      ? phrase('partly_inferred', { supported, count: all })
      : phrase('all_inferred', { count: all });
  const checked = claims?.filter(({ status }) => status !== 'unchecked').length ?? 0;
  if (checked > 0)
    return checked === all ? phrase('evidence_holds') : phrase('evidence_holds_for', { checked, count: all });
  return phrase(assessments.at(-1)?.complete === true ? 'judged_complete' : 'citations_checked');
}

/** A doubt about what is written, which a spent budget does not take away. */
function doubted(turn: Turn, reason: Phrase, outcome: Outcome = 'partial'): Row {
  const row = plain(reason);
  return turn.stop && isSpent(turn)
    ? { ...row, outcome: 'budget', reason: stopClause(turn.stop) }
    : { ...row, outcome };
}

function maybeIncomplete(reason: Phrase): Row {
  return { outcome: 'partial', reason, level: 'medium', disclaimer: phrase('maybe_incomplete', {}, reason) };
}

/** A reason that is its own disclaimer. */
function plain(reason: Phrase): Row {
  return { outcome: 'partial', reason, level: 'medium', disclaimer: reason };
}

function stopClause({ rule, reason }: Stop): Phrase {
  return quoted(rule, reason);
}

function count(claims: readonly Claim[] | null, status: Claim['status']): number {
  return claims?.filter((claim) => claim.status === status).length ?? 0;
}
