import { SetMetadata } from '@nestjs/common';
import type { ActionSpec, CompiledStep, PipelineSettings, Prompt } from '@quarry/pipeline';
import type { ModelCall, SentPrompt, Turn, TurnEventBody, TurnPatch } from '@quarry/turn';

/** What an action receives in addition to the turn and its parameters. It never sees a queue or the next step. */
export interface HopContext {
  readonly step: CompiledStep;
  /** The pipeline's settings, adjusted to the question's depth and budget. */
  readonly settings: Readonly<PipelineSettings>;
  readonly prompts: Readonly<Record<string, Prompt>>;
  /** Aborts at the hop's timeout, at the turn's deadline, on cancellation, and when another attempt takes over. */
  readonly signal: AbortSignal;
  emit(body: TurnEventBody): Promise<void>;
  /** Called with each prompt before it is sent to a model. Absent if prompts are not recorded. */
  readonly sent?: (prompt: SentPrompt) => void;
  /**
   * Called when a model call ends, also if it fails: an interrupted step still pays for its calls. A step that
   * completes reports its calls in its result.
   */
  readonly called?: (call: ModelCall) => void;
}

export interface ActionResult {
  /** One of the outcomes that the action declares. */
  readonly outcome: string;
  readonly patch?: TurnPatch;
  /** What was done, as one short, human-readable sentence for the turn's log. */
  readonly note?: string;
  /** The model calls, in order. They are priced and added to the turn's `spent`. */
  readonly usage?: readonly ModelCall[];
}

/** A unit of work that a pipeline names. Expected results are outcomes; only faults are thrown. */
export interface ActionHandler<P extends object = object> {
  run(turn: Turn, params: P, context: HopContext): Promise<ActionResult>;
}

export type ActionMeta = Omit<ActionSpec, 'service'>;

/** Parameters of an action without parameters. */
class NoParams {}

const ACTION = 'quarry:action';

/**
 * Declares an action: its name in YAML, its possible outcomes, the class of its parameters, and the store that it uses.
 *
 * @example
 * `@Action({ name: 'rerank', outcomes: ['done'] })`
 * export class RerankAction implements ActionHandler {}
 */
export function Action(
  meta: Omit<ActionMeta, 'params'> & Partial<Pick<ActionMeta, 'params'>>,
): ClassDecorator {
  return SetMetadata(ACTION, { params: NoParams, ...meta } satisfies ActionMeta);
}

/** The metadata that `@Action` attached to a class. @throws TypeError if the class has no `@Action` */
export function actionMeta(type: new (...args: never[]) => ActionHandler<never>): ActionMeta {
  const meta = Reflect.getMetadata(ACTION, type) as ActionMeta | undefined;
  if (!meta) throw new TypeError(`${type.name} has no @Action decorator.`);
  return meta;
}
