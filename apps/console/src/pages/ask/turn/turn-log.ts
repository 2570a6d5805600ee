import type { TurnEvent } from '@quarry/client';
import type { AskedView, PassView } from './pass-view';
import { t } from '../../../language/messages';

/** The state of a turn, derived from its log. */
export interface TurnLog {
  /** Its current activity, in words; null before its start and after its end. */
  readonly doing: string | null;
  readonly passes: readonly PassView[];
  /** The answer, as far as it is written. */
  readonly answer: string;
  /** True if the next piece restarts the answer. */
  readonly anew: boolean;
  /** Length of the answer after the previous step, to which a restarted step returns. */
  readonly settled: number;
  readonly tokens: number;
  readonly modelCalls: number;
  readonly places: ReadonlyMap<number, string>;
  readonly ended: boolean;
}

export const EMPTY_LOG: TurnLog = {
  doing: null,
  passes: [],
  answer: '',
  anew: false,
  settled: 0,
  tokens: 0,
  modelCalls: 0,
  places: new Map(),
  ended: false,
};

/** The state after another event. Events arrive in order. */
export function withEvent(log: TurnLog, event: TurnEvent): TurnLog {
  switch (event.type) {
    case 'turn.started':
      return { ...log, doing: t('Reading the question …') };
    case 'pass.started':
      return { ...log, doing: event.message, passes: [...log.passes, emptyPass(event.pass, event.why)] };
    case 'search.made':
      if (event.skipped !== undefined) return log;
      return inPass(log, event.pass, (pass) => withSearch(pass, event.query, event.hits.length));
    case 'evidence.found': {
      const places = new Map(log.places);
      for (const { n, path } of event.items) places.set(n, path);
      const numbers = event.items.map(({ n }) => n);
      return inPass({ ...log, places }, event.pass, (pass) => ({
        ...pass,
        evidence: [...pass.evidence, ...numbers],
      }));
    }
    case 'need.resolved':
      return inPass(log, event.pass, (pass) =>
        withAnswered(pass, event.text, { state: 'found', by: event.by, why: null }),
      );
    case 'need.missed':
      return inPass(log, event.pass, (pass) =>
        withAnswered(pass, event.text, { state: 'missed', by: [], why: event.why }),
      );
    case 'context.assessed':
      return inPass(log, event.pass, (pass) => ({
        ...pass,
        judged: { complete: event.complete, missing: event.missing },
      }));
    case 'store.away':
      return inPass(log, event.pass, (pass) => ({ ...pass, without: [...pass.without, event.reason] }));
    case 'answer.delta':
      return {
        ...log,
        doing: t('Writing the answer …'),
        answer: log.anew ? event.text : log.answer + event.text,
        anew: false,
      };
    case 'answer.partial':
      return { ...log, answer: event.text, anew: true };
    case 'citation.removed':
      // A replacement function, because `$` in a replacement text has a meaning.
      return { ...log, answer: log.answer.replace(event.mark, () => event.replacement) };
    case 'reset':
      return { ...log, answer: log.answer.slice(0, log.settled) };
    case 'model.replied':
      return { ...log, modelCalls: log.modelCalls + 1 };
    case 'step.finished':
      return {
        ...log,
        tokens: log.tokens + event.inputTokens + event.outputTokens,
        settled: log.answer.length,
        doing: event.action === 'verify_citations' ? t('Checking each sentence …') : log.doing,
      };
    case 'turn.suspended':
      return { ...log, doing: event.message };
    case 'turn.finished':
      return { ...log, doing: null, ended: true, passes: log.passes.map(settledPass) };
    default:
      return log;
  }
}

function emptyPass(pass: number, why: string): PassView {
  return { pass, why, asked: wanted(why), evidence: [], judged: null, without: [] };
}

const STILL_MISSING = 'still missing: ';

/** The reason of a later pass lists what it searches for. */
function wanted(why: string): readonly AskedView[] {
  if (!why.startsWith(STILL_MISSING)) return [];
  const items = why.slice(STILL_MISSING.length).split(' · ');
  return items.map((text) => ({ text, state: 'looking', by: [], hits: null, why: null }));
}

function inPass(log: TurnLog, number: number, change: (pass: PassView) => PassView): TurnLog {
  return { ...log, passes: log.passes.map((pass) => (pass.pass === number ? change(pass) : pass)) };
}

function withSearch(pass: PassView, query: string, hits: number): PassView {
  const asked = pass.asked.find(({ text }) => text === query);
  if (!asked)
    return {
      ...pass,
      asked: [...pass.asked, { text: query, state: hits > 0 ? 'found' : 'missed', by: [], hits, why: null }],
    };
  // The need itself reports whether a search met it.
  return { ...pass, asked: pass.asked.map((each) => (each === asked ? { ...each, hits } : each)) };
}

function withAnswered(pass: PassView, text: string, end: Pick<AskedView, 'state' | 'by' | 'why'>): PassView {
  const known = pass.asked.some((each) => each.text === text);
  const asked = known
    ? pass.asked
    : [...pass.asked, { text, state: 'looking', by: [], hits: null, why: null } as const];
  return { ...pass, asked: asked.map((each) => (each.text === text ? { ...each, ...end } : each)) };
}

/** Nothing is open once the turn is over. */
function settledPass(pass: PassView): PassView {
  return {
    ...pass,
    asked: pass.asked.map((each) =>
      each.state === 'looking' ? { ...each, state: 'missed', why: t('the turn ended before') } : each,
    ),
  };
}
