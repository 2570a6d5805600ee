import { Inject, Injectable } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import { defined, Fault, newTurnId, type Budget } from '@quarry/turn';
import { mayUsePipeline, type Caller } from '../access/caller';
import { TurnPlaces } from '../access/limits/turn-places';
import { LabelRights } from '../labels/label-rights';
import { isLabelSession, labelSession } from '../labels/label-session';
import { findPipeline } from '../pipelines/find-pipeline';
import type { WantedSnapshot } from '../search/snapshot-finder';
import { RepositoryService } from '../repositories/repository.service';
import { aboutOf } from './about';
import { TurnRights } from './turn-rights';
import { TurnService, type Accepted, type Ask } from './turn.service';

/** A caller's question, with the public names of repositories, or patterns of them. */
export type CallersAsk = Omit<Ask, 'tenant' | 'key' | 'repository' | 'scope' | 'narrowedBy' | 'indexing'> &
  Pick<WantedSnapshot, 'repository'>;

/** Starts turns for callers after checking their permissions, for all protocols. */
@Injectable()
export class AskService {
  constructor(
    @Inject(TurnService) private readonly turns: TurnService,
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(TurnPlaces) private readonly places: TurnPlaces,
    @Inject(TurnRights) private readonly rights: TurnRights,
    @Inject(LabelRights) private readonly labels: LabelRights,
  ) {}

  /** Pipelines that the caller may use. */
  pipelines(caller: Caller): readonly CompiledPipeline[] {
    return this.turns.pipelines.filter(({ name }) => mayUsePipeline(caller, name));
  }

  /**
   * @throws Fault as {@link TurnService.ask}; `budget_spent` and `too_many_turns`; `pipeline_unknown` and
   * `repository_unknown` both for what does not exist and for what the caller may not use
   */
  async ask(caller: Caller, { repository, snapshot, ...ask }: CallersAsk): Promise<Accepted> {
    const pipeline = findPipeline(this.pipelines(caller), ask.pipeline);
    const subject = await this.repositories.subjectOf(caller, {
      pipeline: pipeline.name,
      ...defined({ repository, snapshot }),
    });
    this.turns.check(ask);
    const session = await this.session(caller, ask);
    const turnId = newTurnId(Date.now());
    const asked: Ask = {
      ...ask,
      ...session,
      turnId,
      tenant: caller.tenant,
      ...(caller.key === null ? {} : { key: caller.key }),
      ...aboutOf(subject),
    };
    let budget: Budget;
    try {
      budget = await this.places.take(caller, pipeline, { ...ask, turnId });
    } catch (refusal) {
      // A repeated request returns its existing turn, which needs no new place.
      const begun = await this.turns.begun(asked);
      if (begun !== null) return begun;
      throw refusal;
    }
    let isBegun = false;
    try {
      const accepted = await this.turns.ask({ ...asked, budget });
      isBegun = !accepted.existing;
      return accepted;
    } finally {
      if (!isBegun) await this.places.free(caller.key, turnId).catch(() => undefined);
    }
  }

  /**
   * The session of a question. Labels give each clearance sessions of its own, so that nothing of what others were
   * answered reaches a prompt.
   * @throws Fault `session_unknown` if it is that of another clearance, or holds a turn that the caller may not read
   */
  private async session(
    caller: Caller,
    { session, createSession }: Pick<CallersAsk, 'session' | 'createSession'>,
  ): Promise<Pick<Ask, 'session' | 'createSession'>> {
    if (!this.labels.isLimited(caller)) {
      if (this.labels.isEnforced && session !== undefined && isLabelSession(session))
        throw unknownSession(session);
      return {};
    }
    const own = labelSession(caller, session);
    if (session === undefined) return { session: own, createSession: true };
    if (!(await this.rights.mayContinue(caller, own))) throw unknownSession(session);
    return { session: own, ...(createSession === undefined ? {} : { createSession }) };
  }
}

function unknownSession(session: string): Fault {
  return new Fault(
    'session_unknown',
    `You have no session '${session.slice(0, 100)}'. Omit 'session' to start a new one, or set createSession.`,
  );
}
