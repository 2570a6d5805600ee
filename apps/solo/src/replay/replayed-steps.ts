import type { RecordedStep, TurnRecord } from '@quarry/application/replay';
import type { ActionHandler, ActionResult, HopContext } from '@quarry/engine';
import { Fault, patchOf, toFault, type StepRead, type Turn, type TurnPatch } from '@quarry/turn';
import type { RecordedModel } from './recorded-model';

/** Groups that come from what a session has grown to since: they are always taken from the record. */
const OF_THE_SESSION = ['history', 'memory', 'degraded'] as const satisfies readonly (keyof TurnPatch)[];

export interface ReplaySides {
  readonly record: TurnRecord;
  readonly steps: readonly RecordedStep[];
  /** Whether searches and lookups are taken from the record. */
  readonly recordedSearches: boolean;
  /** Whether even a step that found its store away is run for real. */
  readonly liveSearch: boolean;
  /** Null where a real responder answers. */
  readonly model: RecordedModel | null;
}

/** Stands between the hop runner and each action of a replay: leads along the record, and stops where it ends. */
export class ReplayedSteps {
  /** Steps that ended. */
  done = 0;
  /** Steps among them that work on a store. */
  private reads = 0;
  /** Where the replay left the record, and why. */
  stoppedAt: { readonly step: string; readonly why: string } | null = null;
  /** Set where the record lacks what the step at which it stopped needs. */
  lacking = false;

  constructor(private readonly sides: ReplaySides) {}

  readonly bind = (handler: ActionHandler): ActionHandler => ({
    run: async (turn, params, context) => {
      try {
        const result = await this.run(handler, turn, params, context);
        this.done += 1;
        if (context.step.away) this.reads += 1;
        return result;
      } catch (error) {
        this.stoppedAt ??= { step: context.step.id, why: toFault(error).message };
        throw error;
      }
    },
  });

  private async run(
    handler: ActionHandler,
    turn: Turn,
    params: object,
    context: HopContext,
  ): Promise<ActionResult> {
    const recorded = this.sides.steps[this.done];
    if (!recorded) throw new Fault('cancelled', 'The record ends before this step.');
    if (recorded.step !== context.step.id)
      throw new Fault('cancelled', `The record goes on with step '${recorded.step}'.`);
    this.sides.model?.begin(recorded.replies);
    const result = await this.fromRecord(turn, context, recorded);
    return result ?? (await handler.run(inItsTime(turn, recorded, this.sides.record.turn), params, context));
  }

  private async fromRecord(
    turn: Turn,
    context: HopContext,
    { searches, outcome, note }: RecordedStep,
  ): Promise<ActionResult | null> {
    const { step } = context;
    if (!step.away) return null;
    const { name } = step.away.store;
    const read = this.sides.record.turn.reads?.[this.reads];
    const known = read?.step === step.id ? read : this.derived(step.action, { step: step.id, outcome, note });
    const ofIndex = name === 'search' || name === 'graph';
    const wasAway = known ? known.patch['degraded'] !== undefined : this.wasDegraded(step.id);
    const ofSession = known
      ? OF_THE_SESSION.some((group) => known.patch[group] !== undefined)
      : wasAway || readsSession(step.action, turn);
    const isWanted = ofIndex ? (this.sides.recordedSearches || wasAway) && !this.sides.liveSearch : ofSession;
    if (!isWanted) return null;
    const patch = known && patchOf(known, turn, this.sides.record.turn);
    if (!patch) {
      this.lacking = true;
      throw new Fault('cancelled', 'What this step got from its store was not recorded.');
    }
    for (const search of searches) await context.emit(search);
    return { outcome: known.outcome, patch, note: known.note };
  }

  private wasDegraded(id: string): boolean {
    return this.sides.record.turn.degraded?.some((item) => item.step === id) ?? false;
  }

  /** What the document of an older turn still says of a step. */
  private derived(action: string, about: Pick<StepRead, 'step' | 'outcome' | 'note'>): StepRead | null {
    const { history, memory } = this.sides.record.turn;
    const isSummarized = this.sides.steps.some((step) => step.action === 'summarize_history');
    if (action === 'load_conversation_history' && !isSummarized)
      return { ...about, lengths: {}, patch: { history } };
    if (action === 'recall_session' && memory && memory.recalled.length === 0)
      return { ...about, lengths: {}, patch: { memory } };
    return null;
  }
}

/** Whether a step brings something of its session into the turn. */
function readsSession(action: string, { memory }: Turn): boolean {
  return action === 'load_conversation_history' || (action === 'recall_session' && memory === null);
}

/** The turn with the same time left as when the step was recorded, for rules that look at the clock. */
function inItsTime(turn: Turn, { at }: RecordedStep, { askedAt, deadline }: Turn): Turn {
  const later = Date.now() - at;
  return { ...turn, askedAt: askedAt + later, deadline: deadline + later };
}
