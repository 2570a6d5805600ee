import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CARRIER, logAfter, traceparent, type Carrier, type TurnView } from '@quarry/engine';
import type { HistoryStore, StoredRow } from '@quarry/history-store';
import { pipelineRef, settingsFor, stepAt, type CompiledPipeline } from '@quarry/pipeline';
import { HISTORY_STORE, TURN_ARCHIVE } from '@quarry/platform';
import { countTokens } from '@quarry/tokens';
import {
  Fault,
  defined,
  newTurnId,
  openTurn,
  type Budget,
  type Depth,
  type PlanFilter,
  type TurnEvent,
  type TurnOptions,
} from '@quarry/turn';
import type { TurnArchive } from '@quarry/turn-archive';
import { findPipeline } from '../pipelines/find-pipeline';
import { PIPELINES } from '../pipelines/tokens';
import { TurnFinder } from './find-turn';
import type { Asker } from './may-read-turn';

/** Most bytes of a question (engine.md, "Limits"). */
export const MAX_QUESTION_BYTES = 32 * 1024;

/** Nothing that could be seen: white space, control and format characters. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}]*$/u;

/** A question, who asks it, and how to answer it. */
export interface Ask {
  readonly tenant: string;
  readonly question: string;
  readonly pipeline: string;
  readonly isEnglish: boolean;
  /** Session to go on with; a new one where absent. */
  readonly session?: string;
  /** Begins the named session if the tenant has none of that name. */
  readonly createSession?: boolean;
  readonly filter?: PlanFilter;
  /** As the stores name it: whoever asks has been let in to it. */
  readonly repository?: string;
  readonly snapshot?: string;
  /** As in `TurnOptions`. */
  readonly conversation?: TurnOptions['conversation'];
  /** Id of the API key that asks. */
  readonly key?: string;
  /** `auto` by default. */
  readonly depth?: Depth;
  readonly budget?: Budget;
  readonly idempotencyKey?: string;
  /** As in `TurnOptions`. */
  readonly measuring?: true;
  /** As in `TurnOptions`. */
  readonly rerunOf?: string;
  /** Identity of the turn, as {@link newTurnId} makes them; a new one where absent. */
  readonly turnId?: string;
}

/** A turn that was begun, or found again by its idempotency key. */
export interface Accepted {
  readonly turnId: string;
  readonly session: string;
  readonly status: 'running' | 'ended';
  /** True where the idempotency key was seen before: nothing new was begun. */
  readonly existing: boolean;
}

/** Opens turns, watches them, ends them: the one way in, for HTTP and the CLI alike. Everything is scoped by tenant. */
@Injectable()
export class TurnService implements OnApplicationBootstrap {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(HISTORY_STORE) private readonly history: HistoryStore,
    @Inject(TURN_ARCHIVE) private readonly archive: TurnArchive,
    @Inject(TurnFinder) private readonly turns: TurnFinder,
    @Inject(PIPELINES) readonly pipelines: readonly CompiledPipeline[],
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const pipeline of this.pipelines) await this.carrier.publish(pipeline);
  }

  /**
   * @throws Fault `question_empty`, `question_too_long`, `bad_request` (a budget of money without prices), `pipeline_unknown`, `session_unknown`, `redis_unavailable`;
   * `idempotency_conflict` where the key stands for another question.
   */
  async ask(ask: Ask): Promise<Accepted> {
    const pipeline = findPipeline(this.pipelines, ask.pipeline);
    checkQuestion(ask.question, pipeline);
    const span = traceparent();
    const options: TurnOptions = {
      depth: ask.depth ?? 'auto',
      budget: { ...ask.budget },
      ...(ask.measuring === true ? { measuring: true } : {}),
      ...defined({
        repository: ask.repository,
        snapshot: ask.snapshot,
        conversation: ask.conversation,
        key: ask.key,
        traceparent: span,
        rerunOf: ask.rerunOf,
      }),
    };
    checkBudget(options.budget, pipeline);
    const session = await this.session(ask);
    const now = Date.now();
    const turn = openTurn({
      id: ask.turnId ?? newTurnId(now),
      tenant: ask.tenant,
      session,
      pipeline: pipelineRef(pipeline),
      question: ask.question.trim(),
      isEnglish: ask.isEnglish,
      askedAt: now,
      deadline: now + settingsFor(pipeline.settings, options).deadline_seconds * 1000,
      options,
      ...(ask.filter ? { filter: ask.filter } : {}),
    });
    // Once more with every turn: a Redis that came back empty must not end it for want of its pipeline.
    await this.carrier.publish(pipeline);
    const entry = stepAt(pipeline, pipeline.settings.entry_step_id);
    const { turnId, existing } = await this.carrier.start(
      turn,
      { step: entry.id, service: entry.service },
      ask.idempotencyKey,
    );
    return existing ? this.repeated(ask, turnId) : { turnId, session, status: 'running', existing };
  }

  /**
   * The turn that the question's idempotency key has begun already; null where it has begun none, and where there is no key. Nothing is begun.
   * @throws Fault `idempotency_conflict`, `redis_unavailable`
   */
  async begun(ask: Ask): Promise<Accepted | null> {
    if (ask.idempotencyKey === undefined) return null;
    const turnId = await this.carrier.begunWith(ask.tenant, ask.idempotencyKey);
    return turnId === null ? null : this.repeated(ask, turnId);
  }

  /** The turn that an idempotency key began. */
  private async repeated(ask: Ask, turnId: string): Promise<Accepted> {
    const found = await this.view(ask.tenant, turnId);
    const { question, pipeline, session } = 'turn' in found ? found.turn : found;
    if (question.original !== ask.question.trim() || !pipeline.startsWith(`${ask.pipeline}@`)) {
      throw new Fault(
        'idempotency_conflict',
        `This Idempotency-Key began turn '${turnId}', which is another question. Send a new key with a new question.`,
      );
    }
    return { turnId, session, status: 'turn' in found ? found.status : 'ended', existing: true };
  }

  /** @throws Fault `turn_unknown`, also for another tenant's turn. */
  view(asker: Asker, turnId: string): Promise<TurnView | StoredRow> {
    return this.turns.any(asker, turnId);
  }

  /** The turn's log after `after`, then live until its end; of an archived turn the rest of its log. @throws Fault `turn_unknown`. */
  async watch(
    asker: Asker,
    turnId: string,
    options: { readonly after?: string; readonly signal?: AbortSignal } = {},
  ): Promise<AsyncIterable<TurnEvent>> {
    const { events } = await this.turns.whole(asker, turnId);
    return events === null ? this.carrier.events(turnId, options) : each(logAfter(events, options.after));
  }

  /** True where the turn has ended and its log has nothing after `after`. @throws Fault `turn_unknown`. */
  async isReadToEnd(asker: Asker, turnId: string, after: string): Promise<boolean> {
    const { status } = await this.turns.whole(asker, turnId);
    if (status === 'running') return false;
    const rest = (await this.watch(asker, turnId, { after }))[Symbol.asyncIterator]();
    const { done } = await rest.next();
    await rest.return?.();
    return done === true;
  }

  /** False where the turn was over already. @throws Fault `turn_unknown`. */
  async cancel(asker: Asker, turnId: string): Promise<boolean> {
    const { status } = await this.turns.whole(asker, turnId);
    return status === 'running' && this.carrier.cancel(turnId);
  }

  /** Waits for the turn's end, or until the signal: then the turn may still run, and goes on. */
  async settled(asker: Asker, turnId: string, signal?: AbortSignal): Promise<TurnView> {
    for await (const event of await this.watch(asker, turnId, signal ? { signal } : {})) {
      if (event.body.type === 'turn.finished') break;
    }
    return this.turns.whole(asker, turnId);
  }

  private async session(ask: Ask): Promise<string> {
    if (ask.session === undefined)
      return `s${randomBytes(9)
        .toString('base64url')
        .replace(/[^a-zA-Z0-9]/g, 'x')}`;
    if (ask.createSession === true) return ask.session;
    const remembered = await this.history.sessions(ask.tenant, ask.session);
    if (remembered.length > 0) return ask.session;
    const running = await this.carrier.recent(ask.tenant, 200, { unsettled: true });
    if (running.some((view) => view.turn.session === ask.session)) return ask.session;
    // Turns that failed or were cancelled are in no history.
    const archived = await this.archive.list(ask.tenant, { session: ask.session }, { limit: 1 });
    if (archived.length > 0) return ask.session;
    throw new Fault(
      'session_unknown',
      `You have no session '${ask.session}'. Leave 'session' out to begin one, or set createSession.`,
    );
  }
}

function checkQuestion(question: string, pipeline: CompiledPipeline): void {
  if (INVISIBLE.test(question))
    throw new Fault('question_empty', 'The question is empty. Ask something, e.g.: How does the retry work?');
  const bytes = Buffer.byteLength(question);
  if (bytes > MAX_QUESTION_BYTES) {
    throw new Fault(
      'question_too_long',
      `The question has ${bytes} bytes; ${MAX_QUESTION_BYTES} are allowed. Ask in fewer words, and put long text into the index.`,
    );
  }
  const tokens = countTokens(question);
  const limit = pipeline.settings.max_question_tokens;
  if (tokens > limit)
    throw new Fault(
      'question_too_long',
      `The question has ${tokens} tokens; pipeline '${pipeline.name}' allows ${limit} (max_question_tokens).`,
    );
}

function checkBudget({ cost }: Budget, { name, settings }: CompiledPipeline): void {
  if (cost === undefined || settings.prices.length > 0) return;
  throw new Fault(
    'bad_request',
    `Pipeline '${name}' has no prices, so a budget of money cannot be kept. Add 'prices' to its settings, or give a budget of tokens or seconds.`,
  );
}

async function* each(events: readonly TurnEvent[]): AsyncGenerator<TurnEvent> {
  yield* events;
}
