import { Inject, Injectable } from '@nestjs/common';
import type { RunSubjects } from '@quarry/golden-store';
import type { Caller } from '../access/caller';
import { RepositoryService, type Wanted } from '../repositories/repository.service';

/** Determines what a caller's runs ask about: the same as its own questions. */
@Injectable()
export class RunSubjectService {
  constructor(@Inject(RepositoryService) private readonly repositories: RepositoryService) {}

  /**
   * @throws Fault `repository_unknown` if the caller may not read the repository of one of the pipelines,
   * `store_unavailable`
   */
  async of(
    caller: Caller,
    pipelines: readonly string[],
    wanted: Pick<Wanted, 'repository' | 'snapshot'>,
  ): Promise<RunSubjects> {
    const about = await Promise.all(
      pipelines.map(
        async (pipeline) =>
          [pipeline, await this.repositories.resolve(caller, { ...wanted, pipeline })] as const,
      ),
    );
    return Object.fromEntries(about.flatMap(([name, ref]) => (ref === null ? [] : [[name, ref]])));
  }
}
