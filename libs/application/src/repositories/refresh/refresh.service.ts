import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, RECORD_STORE, type QuarryConfig } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import {
  IndexJobs,
  newHookId,
  RefreshStore,
  sourceAgain,
  type IndexJob,
  type Refresh,
} from '@quarry/repositories';
import { Fault, toFault } from '@quarry/turn';
import type { Caller } from '../../access/caller';
import { SecretCipher } from '../../stored-secrets/secret-cipher';
import { RepositoryService, type ReadableRepository } from '../repository.service';
import { checkMayChange, tenantOf } from '../shared-repository';
import { SnapshotService } from '../snapshot.service';
import { pushedBranch } from './pushed-branch';
import { isProven, type HookProof } from './verify-hook';

/** What happened to a request of a git server. */
export interface HookReply {
  /** The job that indexes the repository again; null if nothing had to be done. */
  readonly job: string | null;
  /** Human-readable. */
  readonly note: string;
}

/** Indexes repositories again: by time, and when a git server reports a push. */
@Injectable()
export class RefreshService {
  private readonly store: RefreshStore;
  private readonly jobs: IndexJobs;
  private readonly secrets: SecretCipher;

  constructor(
    @Inject(RECORD_STORE) records: RecordStore,
    @Inject(CONFIG) config: QuarryConfig,
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
    @Inject(SnapshotService) private readonly snapshots: SnapshotService,
  ) {
    this.store = new RefreshStore(records);
    this.jobs = new IndexJobs(records);
    this.secrets = new SecretCipher(config.secretsKeys);
  }

  /** @throws Fault `repository_unknown`, `forbidden` */
  async find(caller: Caller, name: string): Promise<Refresh> {
    const { tenant } = await this.own(caller, name);
    return this.store.find(tenant, name);
  }

  /**
   * Changes when a repository is indexed again.
   * @param hook `new` replaces the address and the secret
   * @returns the secret of a new webhook, which cannot be retrieved later
   * @throws Fault `repository_unknown`, `forbidden`; `bad_request` if its source cannot be read again
   */
  async set(
    caller: Caller,
    name: string,
    { everyHours, hook }: { readonly everyHours: number | null; readonly hook: 'keep' | 'new' | 'none' },
  ): Promise<{ readonly refresh: Refresh; readonly secret: string | null }> {
    const {
      tenant,
      snapshots: [current],
    } = await this.own(caller, name);
    if ((everyHours !== null || hook === 'new') && (!current || !sourceAgain(current)))
      throw new Fault(
        'bad_request',
        `The newest snapshot of '${name.slice(0, 100)}' has no source that can be read again: it was imported, or is a revision.`,
      );
    const secret = hook === 'new' ? randomBytes(32).toString('hex') : null;
    const id = newHookId();
    const next = secret === null ? null : { id, secret: this.secrets.encrypt(secret, id) };
    const refresh = await this.store.set(
      { tenant, name },
      { everyHours, now: Date.now(), ...(hook === 'keep' ? {} : { hook: next }) },
    );
    return { refresh, secret };
  }

  /**
   * Indexes the repository of a webhook again, if the request proves to know its secret. The same request twice has the
   * effect of one, and one that arrives while a job waits starts no other.
   * @returns null if the id or the proof is wrong, without saying which
   */
  async receive(id: string, proof: HookProof, body: Uint8Array): Promise<HookReply | null> {
    const refresh = await this.store.ofHook(id);
    const secret = refresh?.hook && this.secrets.decrypt(refresh.hook.secret, id);
    // An unknown id takes the time of a known one.
    const isRight = isProven(proof, secret ?? id, body);
    if (!refresh || typeof secret !== 'string' || !isRight) return null;
    const pushed = pushedBranch(body);
    const remote = (await this.repositories.registry.find(refresh.tenant, refresh.name))?.snapshots[0]
      ?.remote;
    if (pushed !== null && remote && pushed !== remote.branch)
      return { job: null, note: `Nothing to do: '${remote.branch}' is indexed, not this branch.` };
    const digest = createHash('sha256').update(body).digest('hex').slice(0, 32);
    const job = await this.begin(refresh, pushed === null ? null : `push ${id} ${digest}`, Date.now());
    return job
      ? { job: job.id, note: 'The repository is being indexed again.' }
      : { job: null, note: 'The repository has no source that can be read again.' };
  }

  /**
   * Starts the jobs whose time has come. One that cannot start now, because its tenant has too many, is tried again by
   * the next call and delays no other.
   * @returns the ids of the jobs, and why others did not start
   */
  async startDue(
    now: number,
  ): Promise<{ readonly started: readonly string[]; readonly failed: readonly Fault[] }> {
    const started: string[] = [];
    const failed: Fault[] = [];
    for (const refresh of await this.store.due(now))
      try {
        // The key is the same for every gateway, so that one job starts.
        const job = await this.begin(refresh, `every ${refresh.everyHours} hours ${refresh.nextAt}`, now);
        await this.store.moveOn(refresh, now);
        if (job) started.push(job.id);
      } catch (error) {
        failed.push(toFault(error));
      }
    return { started, failed };
  }

  /** Null without a source. A waiting job for the same snapshot does the work of another. */
  private async begin({ tenant, name }: Refresh, key: string | null, now: number): Promise<IndexJob | null> {
    const current = (await this.repositories.registry.find(tenant, name))?.snapshots[0];
    const source = current && sourceAgain(current);
    if (!source) return null;
    const open = (await this.jobs.open()).map(({ value }) => value);
    const waiting = open.find(
      (job) =>
        job.tenant === tenant &&
        job.status === 'queued' &&
        job.order.repository === name &&
        job.order.snapshot === current.snapshot,
    );
    if (waiting) return waiting;
    const order = {
      ...{ repository: name, snapshot: current.snapshot, ...source, rebuild: false },
      ...(current.options ?? { vectors: current.embedder !== null, summaries: null }),
      chunking: { tokens: null, overlap: null },
    };
    const request = { tenant, by: null, order };
    const keyed = key === null ? {} : { key: JSON.stringify([key, order]) };
    return (await this.jobs.begin({ ...request, ...keyed }, now)).job;
  }

  /** A repository with the tenant that its jobs belong to. */
  private async own(caller: Caller, name: string): Promise<ReadableRepository & { readonly tenant: string }> {
    const repository = await this.snapshots.repository(caller, name);
    checkMayChange(caller, repository, 'change when it is indexed');
    return { ...repository, tenant: tenantOf(caller, repository) };
  }
}
