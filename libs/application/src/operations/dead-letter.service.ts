import { Inject, Injectable } from '@nestjs/common';
import { CARRIER, traceparent, type Carrier, type DeadLetter, type DeadLetterCursor } from '@quarry/engine';
import { pipelineRef, settingsFor, stepAt, type CompiledPipeline } from '@quarry/pipeline';
import {
  Fault,
  defined,
  newTurnId,
  openTurn,
  toFault,
  type FaultCode,
  type Turn,
  type TurnEvent,
} from '@quarry/turn';
import { findPipeline } from '../pipelines/find-pipeline';
import { PIPELINES } from '../pipelines/tokens';

/** Maximum dead letters scanned for one page. */
const LOOKED_AT = 5_000;
const PAGE = 200;

/** Selects dead letters. All present fields must match. */
export interface DeadLetterFilter {
  readonly tenant?: string;
  /** Pipeline name, in any version. */
  readonly pipeline?: string;
  /** Error code with which the turn ended. */
  readonly code?: FaultCode;
}

export interface DeadLetterPage {
  readonly letters: readonly DeadLetter[];
  /** Start of the next page; null on the last page. */
  readonly next: DeadLetterCursor | null;
}

/** A turn that retries a failed one. */
export interface Retried {
  readonly id: string;
  readonly turn: string;
  /** True if the failed turn had already been retried: no new turn was started. */
  readonly existing: boolean;
}

/** A failed turn that cannot be retried, and why. */
export interface Refused {
  readonly id: string;
  readonly fault: Fault;
}

/**
 * Lists and retries the failed turns of all tenants, for operators. An ended turn never changes, because its caller,
 * the archive and webhooks have seen the result. A retry asks the same question again: a new turn with its own id, log,
 * deadline and attempts, for the same tenant, session and key, with the current version of the pipeline. Each dead
 * letter can be retried once. If the retry fails, it is a new dead letter, which can be retried in turn.
 */
@Injectable()
export class DeadLetterService {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
  ) {}

  /** Dead letters that have not been retried, most recently ended first. */
  async list(filter: DeadLetterFilter, limit: number, after?: DeadLetterCursor): Promise<DeadLetterPage> {
    const letters: DeadLetter[] = [];
    let cursor = after;
    for (let seen = 0; seen < LOOKED_AT; seen += PAGE) {
      const page = await this.carrier.deadLetters(PAGE, cursor);
      for (const letter of page) {
        if (!isMeant(letter, filter)) continue;
        if (letters.length === limit) return { letters, next: cursorOf(letters.at(-1)) };
        letters.push(letter);
      }
      if (page.length < PAGE) return { letters, next: null };
      cursor = cursorOf(page.at(-1)) ?? cursor;
    }
    return { letters, next: cursor ?? null };
  }

  /** A dead letter with its log, even if it has been retried. @throws Fault `turn_unknown` */
  async read(id: string): Promise<{ readonly letter: DeadLetter; readonly events: readonly TurnEvent[] }> {
    const letter = await this.known(id);
    const events: TurnEvent[] = [];
    for await (const event of this.carrier.events(id)) events.push(event);
    return { letter, events };
  }

  /** @throws Fault `turn_unknown`; `pipeline_unknown` if its pipeline no longer exists */
  async retry(id: string): Promise<Retried> {
    const { turn } = await this.known(id);
    const [name = ''] = turn.pipeline.split('@', 1);
    const pipeline = findPipeline(this.pipelines, name);
    await this.carrier.publish(pipeline);
    const { id: step, service } = stepAt(pipeline, pipeline.settings.entry_step_id);
    const begun = await this.carrier.retry(id, askedAnew(turn, pipeline), { step, service });
    if (!begun) throw unknown(id);
    return { id, turn: begun.turnId, existing: begun.existing };
  }

  /** Retries up to `limit` dead letters that match the filter, most recently ended first. */
  async retryAll(
    filter: DeadLetterFilter,
    limit: number,
  ): Promise<{
    readonly retried: readonly Retried[];
    readonly refused: readonly Refused[];
    readonly more: boolean;
  }> {
    const { letters, next } = await this.list(filter, limit);
    const retried: Retried[] = [];
    const refused: Refused[] = [];
    for (const { turn } of letters) {
      try {
        retried.push(await this.retry(turn.id));
      } catch (error) {
        const fault = toFault(error);
        if (fault.retryable) throw fault;
        refused.push({ id: turn.id, fault });
      }
    }
    return { retried, refused, more: next !== null };
  }

  private async known(id: string): Promise<DeadLetter> {
    const letter = await this.carrier.deadLetter(id);
    if (!letter) throw unknown(id);
    return letter;
  }
}

/** A new turn with the same question, caller and options. */
function askedAnew(failed: Turn, pipeline: CompiledPipeline): Turn {
  const now = Date.now();
  const { traceparent: _former, ...wishes } = failed.options;
  const span = traceparent();
  const options = { ...wishes, retryOf: failed.id, ...defined({ traceparent: span }) };
  const filter = failed.plan?.filter;
  return openTurn({
    id: newTurnId(now),
    tenant: failed.tenant,
    session: failed.session,
    pipeline: pipelineRef(pipeline),
    question: failed.question.original,
    isEnglish: failed.question.isEnglish,
    askedAt: now,
    deadline: now + settingsFor(pipeline.settings, options).deadline_seconds * 1_000,
    options,
    ...(filter ? { filter } : {}),
  });
}

function isMeant({ turn }: DeadLetter, { tenant, pipeline, code }: DeadLetterFilter): boolean {
  if (tenant !== undefined && turn.tenant !== tenant) return false;
  if (pipeline !== undefined && turn.pipeline.split('@', 1)[0] !== pipeline) return false;
  return code === undefined || turn.end?.code === code;
}

function cursorOf(letter: DeadLetter | undefined): DeadLetterCursor | null {
  return letter ? { endedAt: letter.endedAt, turnId: letter.turn.id } : null;
}

function unknown(id: string): Fault {
  return new Fault(
    'turn_unknown',
    `There is no failed turn '${id.slice(0, 64)}', or it is no longer kept. Failed turns are kept for a day.`,
  );
}
