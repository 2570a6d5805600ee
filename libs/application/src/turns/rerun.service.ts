import { Inject, Injectable } from '@nestjs/common';
import {
  defined,
  Fault,
  searchedBy,
  shownRepository,
  type Depth,
  type SnapshotRef,
  type Turn,
} from '@quarry/turn';
import { pipelineName } from '@quarry/turn-archive';
import type { Caller } from '../access/caller';
import { AskService, type CallersAsk } from './ask.service';
import { TurnFinder } from './find-turn';
import type { Accepted } from './turn.service';

/** What to change compared with the first turn. */
export interface RerunChange {
  readonly pipeline?: string;
  readonly depth?: Depth;
  /** `current`: about the snapshots that questions use now; by default about those of the first turn. */
  readonly revision?: 'same' | 'current';
}

/** Asks the question of an earlier turn again, in a new session, which does not remember the first answer. */
@Injectable()
export class RerunService {
  constructor(
    @Inject(TurnFinder) private readonly turns: TurnFinder,
    @Inject(AskService) private readonly callers: AskService,
  ) {}

  /** @throws Fault `turn_unknown`, and as {@link AskService.ask} */
  async rerun(
    caller: Caller,
    turnId: string,
    change: RerunChange,
    idempotencyKey?: string,
  ): Promise<Accepted> {
    const found = await this.turns.any(caller, turnId);
    const { question, pipeline } = 'turn' in found ? found.turn : found;
    const ask: CallersAsk = {
      // The rewritten form of a follow-up is self-contained, but exists only in English.
      question: question.isEnglish ? (question.standalone ?? question.original) : question.original,
      isEnglish: question.isEnglish,
      pipeline: change.pipeline ?? pipelineName(pipeline),
      ...('turn' in found ? optionsOf(found.turn, change.revision === 'current') : {}),
      ...defined({ depth: change.depth, idempotencyKey }),
      rerunOf: turnId,
    };
    try {
      return await this.callers.ask(caller, ask);
    } catch (error) {
      const { snapshot, ...current } = ask;
      const isGone = error instanceof Fault && error.code === 'repository_unknown';
      // The snapshot of the first turn is no longer kept: use the current one.
      if (isGone && snapshot !== undefined) return this.callers.ask(caller, current);
      throw error;
    }
  }
}

function optionsOf(turn: Turn, isCurrent: boolean): Omit<CallersAsk, 'question' | 'isEnglish' | 'pipeline'> {
  const { depth, budget, conversation } = turn.options;
  const { repository, snapshot, scope } = searchedBy(turn);
  const filter = turn.plan?.filter;
  return {
    depth,
    budget,
    ...(filter ? { filter } : {}),
    ...defined({ conversation }),
    ...(repository === null ? {} : { repository: shownRepository(repository) }),
    ...(scope ? { repository: scope.map((ref) => selectorOf(ref, isCurrent)) } : {}),
    ...(snapshot === null || isCurrent ? {} : { snapshot }),
  };
}

function selectorOf({ repository, snapshot }: SnapshotRef, isCurrent: boolean): string {
  const name = shownRepository(repository);
  return isCurrent ? name : `${name}@${snapshot}`;
}
