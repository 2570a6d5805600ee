import { Inject, Injectable } from '@nestjs/common';
import type { RunSubjects } from '@quarry/golden-store';
import type { Caller } from '../access/caller';
import { RepositoryService, type Wanted } from '../repositories/repository.service';

/** Decides what a caller's runs ask about: what its own questions would be about. */
@Injectable()
export class RunSubjectService {
  constructor(@Inject(RepositoryService) private readonly repositories: RepositoryService) {}

  /** @throws Fault `repository_unknown` where the caller may not read what one of the pipelines would be asked about, `store_unavailable` */
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
