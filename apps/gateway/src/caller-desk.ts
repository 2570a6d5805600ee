import { Inject, Injectable } from '@nestjs/common';
import type { CompiledPipeline } from '@quarry/pipeline';
import { mayUsePipeline, type Caller } from './access/caller';
import { DayBudgets } from './access/limits/day-budgets';
import { findPipeline } from './find-pipeline';
import { RepositoryDesk } from './repositories/repository-desk';
import { TurnDesk, type Accepted, type Ask } from './turn-desk';

/** A question as a caller puts it: a repository by the name that clients know. */
export type CallersAsk = Omit<Ask, 'tenant' | 'key'>;

/** Begins turns for callers, once their rights are checked, whatever protocol they speak. */
@Injectable()
export class CallerDesk {
  constructor(
    @Inject(TurnDesk) private readonly turns: TurnDesk,
    @Inject(RepositoryDesk) private readonly repositories: RepositoryDesk,
    @Inject(DayBudgets) private readonly budgets: DayBudgets,
  ) {}

  /** Pipelines that the caller may use. */
  pipelines(caller: Caller): readonly CompiledPipeline[] {
    return this.turns.pipelines.filter(({ name }) => mayUsePipeline(caller, name));
  }

  /** @throws Fault as {@link TurnDesk.ask}; `budget_spent`; `pipeline_unknown` and `repository_unknown` alike for what is not there and what the caller may not use */
  async ask(caller: Caller, { repository, snapshot, ...ask }: CallersAsk): Promise<Accepted> {
    const pipeline = findPipeline(this.pipelines(caller), ask.pipeline);
    const ref = await this.repositories.resolve(caller, {
      pipeline: pipeline.name,
      ...(repository === undefined ? {} : { repository }),
      ...(snapshot === undefined ? {} : { snapshot }),
    });
    return this.turns.ask({
      ...ask,
      budget: await this.budgets.allowed(caller, pipeline, ask.budget),
      tenant: caller.tenant,
      ...(caller.key === null ? {} : { key: caller.key }),
      ...(ref ?? {}),
    });
  }
}
