import { isAbsolute, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  checkGitUrl,
  checkSiteUrl,
  indexRootsFor,
  isInside,
  RECORD_STORE,
  type QuarryConfig,
} from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { IndexJobs, isOver, sourceAgain, type IndexJob, type IndexOrder } from '@quarry/repositories';
import { Fault, isValidName, scopedRepository } from '@quarry/turn';
import type { Caller } from '../access/caller';
import type { LoggedEvent } from '../events/logged-event';
import { repositoryUnknown } from './repository-unknown';
import { RepositoryService } from './repository.service';

/** Milliseconds between two polls of a watched job. */
const LOOK_EVERY_MS = 400;

/** Creates, shows and cancels a tenant's indexing jobs. Indexers run them. */
@Injectable()
export class IndexJobService {
  private readonly jobs: IndexJobs;

  constructor(
    @Inject(RECORD_STORE) records: RecordStore,
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(CONFIG) private readonly config: QuarryConfig,
  ) {
    this.jobs = new IndexJobs(records);
  }

  /**
   * @throws Fault `bad_request` (invalid name or path), `forbidden` (a repository that the key may not access),
   * `source_forbidden`, `index_job_limit`, `idempotency_conflict`, `store_unavailable`
   */
  async begin(
    caller: Caller,
    order: IndexOrder,
    key: string | undefined,
  ): Promise<{ readonly job: IndexJob; readonly existing: boolean }> {
    await this.checkNames(caller, order);
    if (order.git) checkGitUrl(this.config, order.path, order.git.byOperator);
    else if (order.site) checkSiteUrl(this.config, order.path, order.site.byOperator);
    else if (!order.upload) await this.checkPath(caller, order.path);
    const { tenant } = caller;
    const keyed = key === undefined ? {} : { key };
    return this.jobs.begin({ tenant, by: caller.key, order, ...keyed }, Date.now());
  }

  /**
   * The source of a snapshot of the caller's tenant, to index it again.
   * @throws Fault `repository_unknown`; `bad_request` if there is nothing to read again
   */
  async sourceAgain(
    caller: Caller,
    repository: string,
    snapshot: string,
  ): Promise<Pick<IndexOrder, 'path' | 'git' | 'site' | 'upload'>> {
    const ref = { repository: scopedRepository(caller.tenant, repository), snapshot };
    const summary = await this.repositories.registry.summary(ref);
    const mayRead = caller.repositories === null || caller.repositories.includes(repository);
    if (!summary || !mayRead) throw repositoryUnknown(repository, snapshot);
    const source = sourceAgain(summary);
    if (source) return source;
    throw new Fault(
      'bad_request',
      `Snapshot '${snapshot.slice(0, 100)}' of '${repository.slice(0, 100)}' has no source that can be read again: it was imported, or is a revision. Name a source.`,
    );
  }

  /** Newest first. */
  async list({ tenant }: Caller, limit: number): Promise<readonly IndexJob[]> {
    return this.jobs.list(tenant, { limit });
  }

  /** @throws Fault `index_job_unknown`, also for another tenant's job. */
  async view({ tenant }: Caller, id: string): Promise<IndexJob> {
    return (await this.jobs.read(tenant, id)).value;
  }

  /** False if the job was already over. @throws Fault `index_job_unknown` */
  async cancel({ tenant }: Caller, id: string): Promise<boolean> {
    return this.jobs.cancel(tenant, id, Date.now());
  }

  /**
   * The events of a job after event `after`, then live until its end or the signal; null if the job is over and all its
   * events are read.
   * @throws Fault `index_job_unknown`
   */
  async watch(
    caller: Caller,
    id: string,
    { after, signal }: { readonly after: number; readonly signal: AbortSignal },
  ): Promise<AsyncIterable<LoggedEvent> | null> {
    const job = await this.view(caller, id);
    const last = job.events.at(-1)?.n ?? 0;
    return isOver(job) && after >= last && after > 0 ? null : this.follow(caller, id, { after, signal });
  }

  private async *follow(
    caller: Caller,
    id: string,
    { after, signal }: { readonly after: number; readonly signal: AbortSignal },
  ): AsyncGenerator<LoggedEvent> {
    let seen = after;
    while (!signal.aborted) {
      const job = await this.view(caller, id);
      for (const { n, at, body } of job.events) {
        if (n <= seen) continue;
        seen = n;
        yield { id: String(n), at, body };
      }
      if (isOver(job)) return;
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async checkNames(caller: Caller, { repository, snapshot }: IndexOrder): Promise<void> {
    if (caller.repositories !== null && !caller.repositories.includes(repository))
      throw new Fault('forbidden', `Your key may not access repository '${repository.slice(0, 100)}'.`);
    const known = await this.repositories.registry.findStored(scopedRepository(caller.tenant, repository));
    if (!known && !isValidName(repository)) throw wrongName('repository', repository);
    if (!isValidName(snapshot) && !known?.snapshots.some((each) => each.snapshot === snapshot))
      throw wrongName('snapshot', snapshot);
  }

  /** Checks the path lexically. The indexer, which has access to the files, resolves symbolic links. */
  private async checkPath({ tenant }: Caller, path: string): Promise<void> {
    if (!isAbsolute(path) || normalize(path) !== path || path.includes('\0'))
      throw new Fault(
        'bad_request',
        'source.path must be an absolute path without `..`, `.` or empty parts.',
      );
    const roots = await indexRootsFor(this.config, tenant, () => this.repositories.registry.indexedByHand());
    if (roots.some((root) => isInside(root, path))) return;
    throw new Fault(
      'source_forbidden',
      `The indexers may not read ${path.slice(0, 300)} for you. Name a path below one of the folders of QUARRY_INDEX_ROOTS.`,
    );
  }
}

function wrongName(what: string, name: string): Fault {
  return new Fault(
    'bad_request',
    `${what} '${name.slice(0, 100)}' must be 1 to 100 letters, digits, '.', '_' or '-', the first a letter or a digit.`,
  );
}
