import { Inject, Injectable } from '@nestjs/common';
import type { TurnView } from '@quarry/engine';
import { SEARCH_INDEX } from '@quarry/platform';
import type { SearchReader } from '@quarry/search-index';
import { baseSnapshot, defined, Fault, snapshotsOfTurn, type SnapshotRef, type Turn } from '@quarry/turn';
import type { Caller } from '../access/caller';
import { LabelRights } from '../labels/label-rights';
import { findPipeline } from '../pipelines/find-pipeline';
import { RepositoryService } from '../repositories/repository.service';
import { AskService, type CallersAsk } from '../turns/ask.service';
import { TurnService, type Accepted } from '../turns/turn.service';
import { compareRevisions, type RevisionComparison } from './compare-revisions';
import { comparisonId, turnsOfComparison, unknownComparison } from './comparison-id';

/** A question about two snapshots, the older one first. Each answer is in a session of its own. */
export type ComparisonAsk = Omit<
  CallersAsk,
  'snapshot' | 'session' | 'createSession' | 'turnId' | 'conversation'
> & {
  readonly from: string;
  readonly to: string;
};

/** Two turns about the same question, and what changed between their revisions. */
export interface ComparedAnswers {
  readonly id: string;
  readonly from: TurnView;
  readonly to: TurnView;
  /** Null until both turns have ended, and if one of them has no answer. */
  readonly comparison: RevisionComparison | null;
}

/** Asks one question about two revisions, and compares the answers. Stores nothing but the two turns. */
@Injectable()
export class RevisionComparisonService {
  constructor(
    @Inject(AskService) private readonly callers: AskService,
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(LabelRights) private readonly labels: LabelRights,
    @Inject(SEARCH_INDEX) private readonly index: SearchReader,
  ) {}

  /**
   * Starts both turns, or neither. A repeated idempotency key gives the comparison that it started.
   * @returns the id of the comparison, and whether it existed
   * @throws Fault as {@link AskService.ask} for either turn; `bad_request` for one snapshot twice;
   * `idempotency_conflict`
   */
  async begin(
    caller: Caller,
    { from, to, idempotencyKey: key, ...ask }: ComparisonAsk,
  ): Promise<{ readonly id: string; readonly existing: boolean }> {
    if (from === to)
      throw new Fault('bad_request', `'from' and 'to' are both '${from.slice(0, 100)}'. Name two snapshots.`);
    // An unknown snapshot is refused before anything has started.
    const { name: pipeline } = findPipeline(this.callers.pipelines(caller), ask.pipeline);
    await this.repositories.subjectOf(caller, {
      pipeline,
      snapshot: to,
      ...defined({ repository: ask.repository }),
    });
    const side = (name: 'from' | 'to', snapshot: string): Promise<Accepted> =>
      this.side(caller, {
        ...ask,
        snapshot,
        // No client can send a key with a space.
        ...defined({ idempotencyKey: key === undefined ? undefined : `comparison ${name} ${key}` }),
      });
    const older = await side('from', from);
    try {
      const newer = await side('to', to);
      return {
        id: comparisonId({ from: older.turnId, to: newer.turnId }),
        existing: older.existing && newer.existing,
      };
    } catch (error) {
      if (!older.existing) await this.turns.cancel(caller, older.turnId).catch(() => false);
      throw error;
    }
  }

  /** The comparison as far as it has come. @throws Fault `turn_unknown`, and as {@link compare} */
  async view(caller: Caller, id: string): Promise<ComparedAnswers> {
    const { from, to } = turnsOfComparison(id);
    const [older, newer] = [await this.turn(caller, from, id), await this.turn(caller, to, id)];
    if (older.turn.question.original !== newer.turn.question.original) throw unknownComparison(id);
    const isEnded = older.status === 'ended' && newer.status === 'ended';
    return {
      id,
      from: older,
      to: newer,
      comparison: isEnded ? await this.compare(caller, older.turn, newer.turn) : null,
    };
  }

  /** Waits until both turns end or the signal aborts the wait, which cancels neither. @throws as {@link view} */
  async settled(caller: Caller, id: string, signal?: AbortSignal): Promise<ComparedAnswers> {
    const { from, to } = turnsOfComparison(id);
    for (const turn of [from, to]) await this.turns.settled(caller, turn, signal);
    return this.view(caller, id);
  }

  /**
   * Compares two turns that the caller may read, in the snapshots as it may read them now; null if one of them has no
   * answer.
   * @throws Fault `index_missing` if a snapshot was deleted; `index_busy`, `store_unavailable`
   */
  async compare(caller: Caller, from: Turn, to: Turn): Promise<RevisionComparison | null> {
    if (!from.answer || !to.answer) return null;
    const snapshots = { from: await this.snapshots(caller, from), to: await this.snapshots(caller, to) };
    return compareRevisions(this.index, from, to, snapshots);
  }

  private async side(caller: Caller, ask: CallersAsk & { readonly snapshot: string }): Promise<Accepted> {
    const accepted = await this.callers.ask(caller, ask);
    if (!accepted.existing) return accepted;
    const found = await this.turns.view(caller, accepted.turnId);
    const isOf = (snapshot: string): boolean => baseSnapshot(snapshot) === ask.snapshot;
    if ('turn' in found && snapshotsOfTurn(found.turn).every((ref) => isOf(ref.snapshot))) return accepted;
    throw new Fault(
      'idempotency_conflict',
      `This Idempotency-Key belongs to another comparison than with '${ask.snapshot.slice(0, 100)}'. Send a new key.`,
    );
  }

  private async turn(caller: Caller, turnId: string, id: string): Promise<TurnView> {
    const found = await this.turns.view(caller, turnId).catch((error: unknown) => {
      throw error instanceof Fault && error.code === 'turn_unknown' ? unknownComparison(id) : error;
    });
    // History has no evidence to compare.
    if (!('turn' in found)) throw unknownComparison(id);
    return found;
  }

  /** A turn names the views of its asker: a reader of another clearance reads views of its own. */
  private async snapshots(caller: Caller, turn: Turn): Promise<readonly SnapshotRef[]> {
    const views = this.labels.during(caller);
    const found: SnapshotRef[] = [];
    for (const { repository, snapshot } of snapshotsOfTurn(turn)) {
      const ref = await views.readable({ repository, snapshot: baseSnapshot(snapshot) });
      if (ref) found.push(ref);
    }
    return found;
  }
}
