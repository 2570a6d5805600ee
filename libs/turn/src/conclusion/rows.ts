import { GIT_HISTORY, TABLE_ROWS, type Claim } from '../answer/answer';
import { requestsOf } from '../report/extraction-report';
import { capitalized } from '../text/capitalized';
import { degradedSentences, type StoreName } from '../turn/degraded';
import { SENSITIVITY_RULE } from '../turn/refused-call';
import type { Outcome, Turn } from '../turn/turn';
import type { ConfidenceLevel } from './confidence';
import { gapsOf } from './gaps';
import { notFoundOf } from './not-found';

/** Guard rules that stop a turn because its budget is spent. */
const BUDGET_RULES: readonly string[] = ['deadline', 'token_budget', 'cost_budget'];

/** Best relevance of cited evidence below which it counts as loosely related. */
const LOOSE = 0.4;

/** Stores that evidence comes from. */
const FOR_EVIDENCE: ReadonlySet<StoreName> = new Set(['search', 'graph']);

/** Whether the guard stopped the turn because its time, tokens or money were spent. */
export function isSpent({ stop }: Pick<Turn, 'stop'>): boolean {
  return stop !== null && BUDGET_RULES.includes(stop.rule);
}

/** One row of the table, for the turns that it applies to. */
export interface Row {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly headline?: string;
  readonly level: ConfidenceLevel;
  readonly disclaimer: string;
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
    disclaimer: 'Every citation was checked against the index; it is as old as the index.',
  };
}

function withoutAnswer({ end }: Turn): Row | null {
  if (end?.outcome !== 'failed' && end?.outcome !== 'cancelled') return null;
  const { outcome, reason } = end;
  return { outcome, reason, level: 'low', disclaimer: `There is no answer: ${reason}` };
}

function direct({ end, plan, stop, searches }: Turn): Row | null {
  const planned = plan?.mode === 'direct' && stop === null && searches.length === 0;
  if (end ? end.outcome !== 'direct' : !planned) return null;
  const reason = end?.reason ?? 'answered without retrieval, as planned';
  return {
    ...{ outcome: 'direct', reason, level: 'low' },
    disclaimer: 'No sources were searched: this is general knowledge',
  };
}

function uncited(turn: Turn): Row | null {
  const { answer, stop } = turn;
  // An extraction that gives no value may cite the rows that come nearest.
  const isRefused = (turn.extraction ?? null) !== null && answer?.insufficient !== undefined;
  if (!isRefused && answer && (answer.citations.length > 0 || answer.proof !== undefined)) return null;
  const isWritten = answer !== null && answer.writtenBy !== 'extractive';
  const nothing = isWritten ? 'no evidence supports this answer' : 'no evidence supports an answer';
  const reason = stop?.reason ?? answer?.insufficient ?? nothing;
  return {
    ...{ outcome: isSpent(turn) ? 'budget' : 'insufficient', reason, level: 'low' },
    disclaimer: isWritten ? capitalized(nothing) : `There is no answer: ${reason}`,
  };
}

function contradicted(turn: Turn): Row | null {
  const n = count(turn.claims, 'contradicted');
  if (n === 0) return null;
  return {
    ...doubted(turn, `the evidence contradicts ${sentences(n)} of this answer`),
    ...{ headline: 'Contradicted by the evidence', level: 'low' },
  };
}

function mostlyUnsupported(turn: Turn): Row | null {
  const n = count(turn.claims, 'unsupported');
  const all = turn.claims?.length ?? 0;
  if (n <= all / 2) return null;
  if (n === all)
    return {
      ...doubted(turn, 'the evidence does not support this answer', 'insufficient'),
      ...{ level: 'low' },
    };
  return {
    ...doubted(turn, 'the evidence does not support most of this answer'),
    ...{ headline: 'Mostly unsupported', level: 'low' },
  };
}

function spent(turn: Turn): Row | null {
  if (!turn.stop || !isSpent(turn)) return null;
  const { reason } = turn.stop;
  return {
    ...{ outcome: 'budget', reason, level: 'medium' },
    disclaimer: `The answer is the best so far: ${reason}`,
  };
}

function withheld({ stop }: Turn): Row | null {
  if (stop?.rule !== SENSITIVITY_RULE) return null;
  return {
    ...{ outcome: 'partial', reason: stop.reason, level: 'medium' },
    disclaimer: `The answer is the best so far: ${stop.reason}`,
  };
}

function unsupported(turn: Turn): Row | null {
  const n = count(turn.claims, 'unsupported');
  return n === 0 ? null : doubted(turn, `the evidence does not support ${sentences(n)} of this answer`);
}

/** What code lists completely needs no judgement. That nothing is there can also mean that the graph cannot see it. */
function proved({ answer, searches, claims }: Turn): Row | null {
  if (answer?.proof === undefined) return null;
  if (answer.writtenBy === GIT_HISTORY)
    return {
      ...{ outcome: 'answered', reason: answer.proof, headline: 'Answered from the git history' },
      level: 'medium',
      disclaimer: 'Commits are found by the words of their messages, and a message may not say why',
    };
  if (answer.writtenBy === TABLE_ROWS)
    return {
      ...{ outcome: 'answered', reason: answer.proof, headline: 'Answered from the rows of a table' },
      level: 'high',
      disclaimer: 'Every row of the table was read; the answer names the filter',
    };
  const isSure = searches.at(-1)?.hits !== 0 && count(claims, 'unchecked') === 0;
  return {
    ...{ outcome: 'answered', reason: answer.proof, headline: 'Answered from the code graph' },
    level: isSure ? 'high' : 'medium',
    disclaimer:
      'The answer is as complete as the code graph, which does not contain calls made at run time only',
  };
}

function stopped({ stop }: Turn): Row | null {
  return stop && maybeIncomplete(stop.reason);
}

function insufficient({ answer }: Turn): Row | null {
  return answer?.insufficient === undefined ? null : maybeIncomplete(answer.insufficient);
}

function incomplete({ assessments }: Turn): Row | null {
  const judged = assessments.at(-1);
  if (!judged || judged.complete) return null;
  const what = judged.missing.length > 0 ? `: ${judged.missing.join('; ')}` : '';
  return maybeIncomplete(`the evidence was judged incomplete${what}`);
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
  if (missed > 0) return plain(`${missed} of ${items(all)} not found`);
  return missing.length > 0 ? plain(`${missing.length} of ${items(all)} not looked for`) : null;

  function isRequested(text: string): boolean {
    return needs.some((need) => need.text === text);
  }
}

function contradictions({ answer }: Turn): Row | null {
  const found = answer?.contradictions ?? [];
  return found.length === 0 ? null : plain(`the evidence contradicts itself: ${found.join('; ')}`);
}

function degraded({ degraded: all }: Turn): Row | null {
  const [first] = degradedSentences(all?.filter(({ store }) => FOR_EVIDENCE.has(store)));
  if (first === undefined) return null;
  return {
    ...{ outcome: 'partial', reason: `answered ${first}`, level: 'medium' },
    disclaimer: `It was answered ${first}`,
  };
}

function loose(turn: Turn): Row | null {
  const { answer, evidence } = turn;
  const cited = new Set(answer?.citations.map(({ n }) => n));
  const relevance = evidence.filter(({ n }) => cited.has(n)).map((item) => item.relevance);
  if (relevance.length === 0 || Math.max(...relevance) >= LOOSE) return null;
  return {
    ...{ outcome: 'answered', reason: `${held(turn)}; it is only loosely related`, level: 'medium' },
    disclaimer: 'The evidence is only loosely related to the question',
  };
}

function removedCitations(turn: Turn): Row | null {
  if ((turn.answer?.removedCitations.length ?? 0) === 0) return null;
  return {
    ...{ outcome: 'answered', reason: held(turn), level: 'medium' },
    disclaimer: 'Citations that pointed nowhere were removed',
  };
}

function unchecked(turn: Turn): Row | null {
  const n = count(turn.claims, 'unchecked');
  if (turn.claims !== null && n === 0) return null;
  const all = turn.claims === null || n === turn.claims.length;
  const what = all ? 'the sentences were not checked' : `${sentences(n)} could not be checked`;
  return {
    ...{ outcome: 'answered', reason: held(turn), level: 'medium' },
    disclaimer: `Every citation was checked against the index; ${what}`,
  };
}

/** Sentences in other words than the evidence: nothing speaks against them, but code has confirmed only the others. */
function mostlyInferred(turn: Turn): Row | null {
  const inferred = count(turn.claims, 'inferred');
  if (inferred <= count(turn.claims, 'supported')) return null;
  const reason = held(turn);
  return { ...{ outcome: 'answered', reason, level: 'medium' }, disclaimer: capitalized(reason) };
}

/** What was checked of an answer that nothing speaks against. */
function held({ claims, assessments }: Turn): string {
  const supported = count(claims, 'supported');
  const inferred = count(claims, 'inferred');
  if (inferred > 0 && supported + inferred === claims?.length) {
    if (supported > 0)
      return `the evidence supports ${supported} of ${claims.length} sentences; the rest is inferred from it`;
    return `${claims.length === 1 ? 'the sentence is' : `all ${claims.length} sentences are`} inferred from the evidence`;
  }
  const checked = claims?.filter(({ status }) => status !== 'unchecked').length ?? 0;
  if (checked > 0 && checked === claims?.length) return 'the evidence holds';
  if (checked > 0) return `the evidence holds for ${checked} of ${claims?.length ?? 0} sentences`;
  if (assessments.at(-1)?.complete === true) return 'the evidence was judged complete';
  return 'every citation was checked';
}

/** A doubt about what is written, which a spent budget does not take away. */
function doubted(turn: Turn, reason: string, outcome: Outcome = 'partial'): Row {
  const row = plain(reason);
  return turn.stop && isSpent(turn)
    ? { ...row, outcome: 'budget', reason: turn.stop.reason }
    : { ...row, outcome };
}

function maybeIncomplete(reason: string): Row {
  return {
    ...{ outcome: 'partial', reason, level: 'medium' },
    disclaimer: `The evidence may not be complete: ${reason}`,
  };
}

/** A reason that is its own disclaimer. */
function plain(reason: string): Row {
  return { outcome: 'partial', reason, level: 'medium', disclaimer: capitalized(reason) };
}

function count(claims: readonly Claim[] | null, status: Claim['status']): number {
  return claims?.filter((claim) => claim.status === status).length ?? 0;
}

function sentences(n: number): string {
  return n === 1 ? 'a sentence' : `${n} sentences`;
}

function items(n: number): string {
  return n === 1 ? '1 requested item was' : `${n} requested items were`;
}
