import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CARRIER, logAfter, traceparent, type Carrier, type TurnView } from '@quarry/engine';
import type { HistoryReader, StoredRow } from '@quarry/history-store';
import { pipelineRef, settingsFor, stepAt, type CompiledPipeline } from '@quarry/pipeline';
import { HISTORY_STORE, TURN_ARCHIVE } from '@quarry/platform';
import {
  type Budget,
  countTokens,
  defined,
  type Degradation,
  type Depth,
  Fault,
  type IndexNotice,
  newTurnId,
  openTurn,
  type PlanFilter,
  type TurnEvent,
  type TurnOptions,
} from '@quarry/turn';
import type { ArchiveReader } from '@quarry/turn-archive';
import { findPipeline } from '../pipelines/find-pipeline';
import { PIPELINES } from '../pipelines/tokens';
import { TurnFinder } from './find-turn';
import { eventsFor, viewFor } from './for-asker';
import type { Asker } from './may-read-turn';

/** Maximum bytes of a question (engine.md, "Limits"). */
const MAX_QUESTION_BYTES = 32 * 1024;

/** Only invisible characters: white space, control and format characters. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}]*$/u;

/** A question, its caller, and how to answer it. */
export interface Ask {
  readonly tenant: string;
  readonly question: string;
  readonly pipeline: string;
  readonly isEnglish: boolean;
  /** Session to continue; a new one if absent. */
  readonly session?: string;
  /** Creates the session if the tenant has none of that name. */
  readonly createSession?: boolean;
  readonly filter?: PlanFilter;
  /** Stored name of a repository. The caller's access has been checked. */
  readonly repository?: string;
  readonly snapshot?: string;
  /** As in `Subject`. */
  readonly narrowedBy?: string;
  /** As in `Subject`. */
  readonly indexing?: readonly IndexNotice[];
  /** As in `TurnOptions`. */
  readonly scope?: TurnOptions['scope'];
  /** As in `TurnOptions`. */
  readonly conversation?: TurnOptions['conversation'];
  /** Id of the caller's API key. */
  readonly key?: string;
  /** `auto` by default. */
  readonly depth?: Depth;
  readonly budget?: Budget;
  readonly idempotencyKey?: string;
  /** As in `TurnOptions`. */
  readonly measuring?: true;
  /** As in `TurnOptions`. */
  readonly rerunOf?: string;
  /** Id of the turn, from {@link newTurnId}; a new one if absent. */
  readonly turnId?: string;
}

/** A started turn, or the existing turn of an idempotency key. */
export interface Accepted {
  readonly turnId: string;
  readonly session: string;
  readonly status: 'running' | 'ended';
  /** True if the idempotency key has been used before: no new turn was started. */
  readonly existing: boolean;
}

/** Starts, watches and cancels turns, for HTTP and the CLI. Everything is scoped by tenant. */
@Injectable()
export class TurnService implements OnApplicationBootstrap {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(HISTORY_STORE) private readonly history: HistoryReader,
    @Inject(TURN_ARCHIVE) private readonly archive: ArchiveReader,
    @Inject(TurnFinder) private readonly turns: TurnFinder,
    @Inject(PIPELINES) readonly pipelines: readonly CompiledPipeline[],
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const pipeline of this.pipelines) await this.carrier.publish(pipeline);
  }

  /**
   * Checks what can never be answered, whatever else runs: so it is refused before a limit that passes with time.
   * @returns the pipeline of the question
   * @throws Fault `question_empty`, `question_too_long`, `bad_request` (a cost budget without prices),
   * `pipeline_unknown`
   */
  check({
    question,
    pipeline: name,
    budget = {},
  }: Pick<Ask, 'question' | 'pipeline' | 'budget'>): CompiledPipeline {
    const pipeline = findPipeline(this.pipelines, name);
    checkQuestion(question, pipeline);
    checkBudget(budget, pipeline);
    return pipeline;
  }

  /**
   * Starts a turn.
   * @throws Fault as {@link check}; `session_unknown`, `redis_unavailable`; `idempotency_conflict` if the key belongs
   * to another question
   */
  async ask(ask: Ask): Promise<Accepted> {
    const pipeline = this.check(ask);
    const span = traceparent();
    const options: TurnOptions = {
      depth: ask.depth ?? 'auto',
      budget: { ...ask.budget },
      ...(ask.measuring === true ? { measuring: true } : {}),
      ...defined({
        repository: ask.repository,
        snapshot: ask.snapshot,
        scope: ask.scope,
        conversation: ask.conversation,
        key: ask.key,
        traceparent: span,
        rerunOf: ask.rerunOf,
      }),
    };
    const entry = stepAt(pipeline, pipeline.settings.entry_step_id);
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
      ...(ask.narrowedBy === undefined ? {} : { degraded: [narrowed(entry.id, ask.narrowedBy)] }),
      ...defined({ indexing: ask.indexing }),
    });
    // Publish the pipeline again with every turn: after Redis has lost its data, the turn must not fail without it.
    await this.carrier.publish(pipeline);
    const { turnId, existing } = await this.carrier.start(
      turn,
      { step: entry.id, service: entry.service },
      ask.idempotencyKey,
    );
    return existing ? this.repeated(ask, turnId) : { turnId, session, status: 'running', existing };
  }

  /**
   * The existing turn of the question's idempotency key; null without a key or a turn. Starts nothing.
   * @throws Fault `idempotency_conflict`, `redis_unavailable`
   */
  async begun(ask: Ask): Promise<Accepted | null> {
    if (ask.idempotencyKey === undefined) return null;
    const turnId = await this.carrier.begunWith(ask.tenant, ask.idempotencyKey);
    return turnId === null ? null : this.repeated(ask, turnId);
  }

  /** The existing turn of an idempotency key. */
  private async repeated(ask: Ask, turnId: string): Promise<Accepted> {
    const found = await this.view(ask.tenant, turnId);
    const { question, pipeline, session } = 'turn' in found ? found.turn : found;
    const isAsked = question.original === ask.question.trim() && pipeline.startsWith(`${ask.pipeline}@`);
    if (!isAsked || ('turn' in found && isOtherwise(ask, found.turn.options)))
      throw new Fault(
        'idempotency_conflict',
        `This Idempotency-Key belongs to turn '${turnId}', which asked another question, or asked it otherwise: of another repository, snapshot or depth. Send a new key with a new question.`,
      );
    return { turnId, session, status: 'turn' in found ? found.status : 'ended', existing: true };
  }

  /** @throws Fault `turn_unknown`, also for another tenant's turn. */
  async view(asker: Asker, turnId: string): Promise<TurnView | StoredRow> {
    const found = await this.turns.any(asker, turnId);
    return 'turn' in found ? viewFor(asker, found) : found;
  }

  /**
   * The turn's log after event `after`, then live until its end; for an archived turn, the rest of its log.
   * @throws Fault `turn_unknown`
   */
  async watch(
    asker: Asker,
    turnId: string,
    options: { readonly after?: string; readonly signal?: AbortSignal } = {},
  ): Promise<AsyncIterable<TurnEvent>> {
    const { events } = await this.turns.whole(asker, turnId);
    const log =
      events === null ? this.carrier.events(turnId, options) : each(logAfter(events, options.after));
    return eventsFor(asker, log);
  }

  /** True if the turn has ended and its log has no event after `after`. @throws Fault `turn_unknown` */
  async isReadToEnd(asker: Asker, turnId: string, after: string): Promise<boolean> {
    const { status } = await this.turns.whole(asker, turnId);
    if (status === 'running') return false;
    const rest = (await this.watch(asker, turnId, { after }))[Symbol.asyncIterator]();
    const { done } = await rest.next();
    await rest.return?.();
    return done === true;
  }

  /** False if the turn was already over. @throws Fault `turn_unknown` */
  async cancel(asker: Asker, turnId: string): Promise<boolean> {
    const { status } = await this.turns.whole(asker, turnId);
    return status === 'running' && this.carrier.cancel(turnId);
  }

  /** Waits until the turn ends or the signal aborts the wait. Aborting does not cancel the turn. */
  async settled(asker: Asker, turnId: string, signal?: AbortSignal): Promise<TurnView> {
    for await (const event of await this.watch(asker, turnId, signal ? { signal } : {})) {
      if (event.body.type === 'turn.finished') break;
    }
    return viewFor(asker, await this.turns.whole(asker, turnId));
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
    // Failed and cancelled turns are not in the history.
    const archived = await this.archive.list(ask.tenant, { session: ask.session }, { limit: 1 });
    if (archived.length > 0) return ask.session;
    throw new Fault(
      'session_unknown',
      `You have no session '${ask.session}'. Omit 'session' to start a new one, or set createSession.`,
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
      `The question has ${bytes} bytes; ${MAX_QUESTION_BYTES} are allowed. Shorten the question, and index long text instead.`,
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
    `Pipeline '${name}' has no prices, so a cost budget cannot be enforced. Add 'prices' to its settings, or set a budget of tokens or seconds.`,
  );
}

async function* each(events: readonly TurnEvent[]): AsyncGenerator<TurnEvent> {
  yield* events;
}

/** A question about one repository, because the records of the others could not be read. */
function narrowed(step: string, reason: string): Degradation {
  return { pass: 1, step, store: 'search', lacks: 'from the repository that was indexed last alone', reason };
}

/**
 * Whether a question is asked of something else, or in another depth, than a turn. What is asked of all repositories
 * may be of more of them when it is repeated.
 */
function isOtherwise(ask: Ask, { depth, repository, snapshot }: TurnOptions): boolean {
  const differs = (now: string | undefined, before: string | undefined): boolean =>
    now !== undefined && before !== undefined && now !== before;
  return (
    (ask.depth ?? 'auto') !== depth || differs(ask.repository, repository) || differs(ask.snapshot, snapshot)
  );
}
