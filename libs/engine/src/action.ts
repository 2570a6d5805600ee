import { SetMetadata } from '@nestjs/common';
import type { ActionSpec, CompiledStep, PipelineSettings, Prompt } from '@quarry/pipeline';
import type { ModelCall, SentPrompt, Turn, TurnEventBody, TurnPatch } from '@quarry/turn';

/** What an action may know beside the turn and its parameters. It never sees a queue or the next step. */
export interface HopContext {
  readonly step: CompiledStep;
  /** The pipeline's settings, with what the question's depth and budget make of them. */
  readonly settings: Readonly<PipelineSettings>;
  readonly prompts: Readonly<Record<string, Prompt>>;
  /** Fires at the hop's time-out, at the turn's deadline, on cancel, and where another attempt took over. */
  readonly signal: AbortSignal;
  emit(body: TurnEventBody): Promise<void>;
  /** To be told what a model is about to be sent; absent where nobody keeps it. */
  readonly sent?: (prompt: SentPrompt) => void;
  /** To be told of each model call when it ends, in whatever way: where the step is interrupted, it is still paid for. Steps that end tell in their result. */
  readonly called?: (call: ModelCall) => void;
}

export interface ActionResult {
  /** One of the outcomes that the action declares. */
  readonly outcome: string;
  readonly patch?: TurnPatch;
  /** What was done, for people: one short sentence for the turn's log. */
  readonly note?: string;
  /** The model calls that were made, in order; they are priced and added to the turn's `spent`. */
  readonly usage?: readonly ModelCall[];
}

/** A unit of work that a pipeline names. Expected ends are outcomes; only faults are thrown. */
export interface ActionHandler<P extends object = object> {
  run(turn: Turn, params: P, context: HopContext): Promise<ActionResult>;
}

export type ActionMeta = Omit<ActionSpec, 'service'>;

/** Parameters of an action that has none. */
export class NoParams {}

const ACTION = 'quarry:action';

/** Declares an action: its name in YAML, the outcomes it can give, the class of its parameters, and the store that it works on. */
export function Action(
  meta: Omit<ActionMeta, 'params'> & Partial<Pick<ActionMeta, 'params'>>,
): ClassDecorator {
  return SetMetadata(ACTION, { params: NoParams, ...meta } satisfies ActionMeta);
}

/** What `@Action` declared on a class. @throws TypeError where it is not there. */
export function actionMeta(type: new (...args: never[]) => ActionHandler<never>): ActionMeta {
  const meta = Reflect.getMetadata(ACTION, type) as ActionMeta | undefined;
  if (!meta) throw new TypeError(`${type.name} has no @Action decorator.`);
  return meta;
}
