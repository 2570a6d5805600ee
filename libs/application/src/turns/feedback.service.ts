import { Inject, Injectable } from '@nestjs/common';
import { RECORD_STORE } from '@quarry/platform';
import type { RecordStore, StoredRecord } from '@quarry/record-store';
import { Fault } from '@quarry/turn';
import { pipelineName } from '@quarry/turn-archive';
import type { Caller } from '../access/caller';
import { ratingsOf, type Feedback, type Ratings, type TurnFeedback } from './feedback';
import { TurnFinder, unknownTurn } from './find-turn';

const COLLECTION = 'feedback';
/** Tags all records, to find old ones across tenants. */
const TAG = 'kept';
/** Maximum callers with feedback on one turn. */
const MOST_VOTES = 200;
const PAGE = 500;
const TRIES = 20;

type Stored = StoredRecord<TurnFeedback>;

/** Feedback on answers: one per caller and turn, which the caller can change. Stored as one record per turn. */
@Injectable()
export class FeedbackService {
  constructor(
    @Inject(RECORD_STORE) private readonly records: RecordStore,
    @Inject(TurnFinder) private readonly turns: TurnFinder,
  ) {}

  /**
   * Gives feedback, or changes the caller's own.
   * @throws Fault `turn_unknown`; `bad_request` for a running turn, for a citation or claim that the answer does not
   * have, or if too many callers have given feedback
   */
  async give(caller: Caller, turnId: string, given: Omit<Feedback, 'at'>): Promise<TurnFeedback> {
    const found = await this.turns.any(caller, turnId);
    if ('turn' in found) checkAbout(found, given);
    const { askedAt, pipeline } = 'turn' in found ? found.turn : found;
    return this.change(caller.tenant, turnId, (before) => {
      const votes = { ...before?.value.votes, [voterOf(caller)]: { ...given, at: Date.now() } };
      if (Object.keys(votes).length > MOST_VOTES)
        throw new Fault(
          'bad_request',
          `${MOST_VOTES} callers have already given feedback on this turn, the maximum.`,
        );
      return { createdAt: Math.trunc(askedAt), value: { pipeline: pipelineName(pipeline), votes } };
    });
  }

  /** @throws Fault `turn_unknown` */
  async read(caller: Caller, turnId: string): Promise<TurnFeedback> {
    const found = await this.turns.any(caller, turnId);
    const { pipeline } = 'turn' in found ? found.turn : found;
    const stored = await this.records.get<TurnFeedback>(COLLECTION, caller.tenant, turnId);
    return stored?.value ?? { pipeline: pipelineName(pipeline), votes: {} };
  }

  /** Withdraws the caller's own feedback. @throws Fault `turn_unknown`, also if the caller has given none */
  async withdraw(caller: Caller, turnId: string): Promise<TurnFeedback> {
    await this.turns.any(caller, turnId);
    return this.change(caller.tenant, turnId, (before) => {
      const { [voterOf(caller)]: own, ...votes } = before?.value.votes ?? {};
      if (!before || own === undefined) throw unknownTurn(turnId);
      return { createdAt: before.createdAt, value: { ...before.value, votes } };
    });
  }

  /** Ratings of these turns, in their order. */
  ratings(tenant: string, turnIds: readonly string[]): Promise<readonly Ratings[]> {
    return Promise.all(
      turnIds.map(async (id) => {
        const stored = await this.records.get<TurnFeedback>(COLLECTION, tenant, id);
        return ratingsOf(stored?.value ?? { votes: {} });
      }),
    );
  }

  /** Ratings of turns asked at `since` or later, by pipeline name. */
  async byPipeline(tenant: string, since: number): Promise<ReadonlyMap<string, Ratings>> {
    const sums = new Map<string, Ratings>();
    for (let after: Stored | undefined; ;) {
      const page = await this.records.list<TurnFeedback>(COLLECTION, tenant, {
        limit: PAGE,
        ...(after ? { after } : {}),
      });
      for (const { createdAt, value } of page) {
        if (createdAt < since) return sums;
        const { up, down } = sums.get(value.pipeline) ?? { up: 0, down: 0 };
        const more = ratingsOf(value);
        sums.set(value.pipeline, { up: up + more.up, down: down + more.down });
      }
      after = page.at(-1);
      if (!after || page.length < PAGE) return sums;
    }
  }

  /** Deletes the feedback on deleted turns. */
  async forget(tenant: string, turnIds: readonly string[]): Promise<void> {
    for (const id of turnIds) await this.records.delete(COLLECTION, tenant, id);
  }

  /** Deletes the feedback of all tenants on turns asked before `before`. */
  async prune(before: number): Promise<void> {
    for (;;) {
      const page = await this.records.tagged<TurnFeedback>(COLLECTION, TAG, PAGE);
      const old = page.filter(({ createdAt }) => createdAt < before);
      for (const { tenant, id } of old) await this.records.delete(COLLECTION, tenant, id);
      if (old.length < PAGE) return;
    }
  }

  private async change(
    tenant: string,
    id: string,
    next: (before: Stored | null) => Pick<Stored, 'createdAt' | 'value'>,
  ): Promise<TurnFeedback> {
    for (let tried = 0; tried < TRIES; tried++) {
      const before = await this.records.get<TurnFeedback>(COLLECTION, tenant, id);
      const { createdAt, value } = next(before);
      const revision = (before?.revision ?? 0) + 1;
      if (
        await this.records.save({ collection: COLLECTION, tenant, id, revision, createdAt, tag: TAG, value })
      )
        return value;
    }
    throw new Fault(
      'store_unavailable',
      'Too many callers are giving feedback on this turn at the same time. Try again.',
      {
        retryable: true,
      },
    );
  }
}

function voterOf({ key }: Caller): string {
  return key ?? '';
}

function checkAbout(
  { turn, status }: Pick<Awaited<ReturnType<TurnFinder['whole']>>, 'turn' | 'status'>,
  { citation, claim }: Pick<Feedback, 'citation' | 'claim'>,
): void {
  if (status === 'running')
    throw new Fault('bad_request', 'The turn is still running. Give feedback when it has an answer.');
  if (citation !== null && !turn.answer?.citations.some(({ n }) => n === citation))
    throw new Fault('bad_request', `The answer has no citation [${citation}].`);
  if (claim !== null && turn.claims?.[claim] === undefined)
    throw new Fault('bad_request', `The answer has no claim ${claim}; the first is 0.`);
}

/** The caller's own feedback, if any. */
export function ownOf({ votes }: TurnFeedback, caller: Caller): Feedback | null {
  return Object.hasOwn(votes, voterOf(caller)) ? (votes[voterOf(caller)] ?? null) : null;
}
