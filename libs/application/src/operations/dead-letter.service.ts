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

/** Dead letters that one search for a few of them looks at. */
const LOOKED_AT = 5_000;
const PAGE = 200;

/** Which dead letters are meant; every field that is there must match. */
export interface DeadLetterFilter {
  readonly tenant?: string;
  /** Name, whatever the version. */
  readonly pipeline?: string;
  /** Error code that the turn ended with. */
  readonly code?: FaultCode;
}

export interface DeadLetterPage {
  readonly letters: readonly DeadLetter[];
  /** Where the next page begins; null where there is none. */
  readonly next: DeadLetterCursor | null;
}

/** A turn that was asked in the place of a failed one. */
export interface Retried {
  readonly id: string;
  readonly turn: string;
  /** True where it was asked before: nothing new was begun. */
  readonly existing: boolean;
}

/** A failed turn that could not be asked again, and why. */
export interface Refused {
  readonly id: string;
  readonly fault: Fault;
}

/**
 * Turns of all tenants that ended `failed`: looked at, and asked again, for those who watch over the installation. A turn that ended stays as it ended, since its asker,
 * the archive and webhooks were told. To retry is to ask the same question anew: a turn with an id, a log, a deadline and attempts of its own, for the same
 * tenant, session and key, with the pipeline of that name as it is now. Each is retried once; what fails again is a dead letter again, and can be.
 */
@Injectable()
export class DeadLetterService {
  constructor(
    @Inject(CARRIER) private readonly carrier: Carrier,
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
  ) {}

  /** Those that were not asked again, last ended first. */
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

  /** One of them, also where it was asked again, with its log. @throws Fault `turn_unknown` */
  async read(id: string): Promise<{ readonly letter: DeadLetter; readonly events: readonly TurnEvent[] }> {
    const letter = await this.known(id);
    const events: TurnEvent[] = [];
    for await (const event of this.carrier.events(id)) events.push(event);
    return { letter, events };
  }

  /** @throws Fault `turn_unknown`; `pipeline_unknown` where its pipeline is no longer here */
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

  /** Retries up to `limit` of those that are meant, last ended first. */
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

/** The same question of the same asker, from the beginning. */
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
    `There is no turn '${id.slice(0, 64)}' that failed, or it is no longer kept. Failed turns are kept for a day.`,
  );
}
