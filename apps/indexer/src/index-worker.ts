import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, Optional, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, RECORD_STORE, type QuarryConfig } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
import { claim, HeldJob, IndexJobs, isFree, RepositoryRegistry, type IndexJob } from '@quarry/repositories';
import { defined, scopedRepository, toFault } from '@quarry/turn';
import { runInProcess, type RunEnd } from './job/run-in-process';
import { ViewWorker } from './labels/view-worker';
import type { IndexRequest } from './run/request';
import { RunStatus } from './run/run-status';
import { allowedSource } from './source/allowed-source';

/** Polling interval for jobs, and interval between two saves of a job's progress, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
const TICK_EVERY_MS = 400;

/** How long a job waits for an index in use, or for an unavailable store, in milliseconds. */
const WAIT_MS = 5_000;

/** Injection token: options of Node for the indexing processes, e.g. to run from TypeScript sources. */
export const RUN_EXEC_ARGV = Symbol('run-exec-argv');

/**
 * Runs indexing jobs once started, one at a time: only one run may write to a data folder, and it uses the whole
 * machine. Every indexer has a worker, and each job is run by one of them.
 */
@Injectable()
export class IndexWorker implements OnModuleDestroy {
  /** Identifies this indexer among those of all processes. */
  readonly owner = randomUUID();
  private readonly logger = new Logger('indexer');
  private readonly closing = new AbortController();
  private readonly jobs: IndexJobs;
  private readonly registry: RepositoryRegistry;
  private readonly views: ViewWorker;
  private working: Promise<void> | null = null;
  /** Why the last poll for jobs failed; empty if it succeeded. */
  private problem = '';

  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(RECORD_STORE) private readonly records: RecordStore,
    @Optional() @Inject(RUN_EXEC_ARGV) private readonly execArgv: readonly string[] = [],
  ) {
    this.jobs = new IndexJobs(records);
    this.registry = new RepositoryRegistry(records);
    this.views = new ViewWorker(config, records);
  }

  /** Starts polling for jobs. A process that answers one question and ends does not start it. */
  start(): void {
    this.working ??= this.workOn();
  }

  /** Releases a running job with its progress. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await this.working;
  }

  private async workOn(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      try {
        const free = (await this.jobs.open()).filter(({ value }) => isFree(value, Date.now()));
        for (const { value } of free) {
          const lease = await claim(this.jobs, value, { owner: this.owner, clock: Date });
          if (!lease) continue;
          await this.work(new HeldJob(lease));
          // The oldest first, including new ones.
          break;
        }
        await this.views.work(signal);
        this.problem = '';
      } catch (error) {
        this.report(toFault(error).message);
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Logs a problem that prevents jobs once, and again when it changes. */
  private report(problem: string): void {
    if (problem !== this.problem) this.logger.warn(`indexing jobs are not looked at: ${problem}`);
    this.problem = problem;
  }

  private async work(held: HeldJob): Promise<void> {
    const { id, tenant } = held.job;
    const ended = new AbortController();
    const ticking = held.keep(TICK_EVERY_MS, ended.signal);
    try {
      const end = await this.run(held);
      ended.abort();
      await ticking;
      await this.settle(held, end);
    } catch (error) {
      this.logger.error(`indexing job ${id} of ${tenant}: ${toFault(error).message}`);
    } finally {
      ended.abort();
      await ticking;
    }
  }

  /** Never throws. */
  private async run(held: HeldJob): Promise<RunEnd> {
    try {
      const request = await this.requestOf(held.job);
      return await runInProcess({
        config: this.config,
        request,
        signal: AbortSignal.any([this.closing.signal, held.lost, held.cancelled]),
        progress: (now) => {
          held.note(now);
        },
        note: (text) => {
          this.logger.log(`job ${held.job.id}: ${text}`);
        },
        execArgv: this.execArgv,
      });
    } catch (error) {
      await this.noteStopped(held.job);
      const { code, message, retryable } = toFault(error);
      return { kind: 'failed', code, message, retryable };
    }
  }

  /** A job whose run could not begin, for those who ask: its index stays as it is. */
  private async noteStopped({ tenant, order }: IndexJob): Promise<void> {
    const ref = { repository: scopedRepository(tenant, order.repository), snapshot: order.snapshot };
    await new RunStatus(this.records, { ref, rebuild: false }, (problem) => {
      this.logger.warn(problem);
    }).stop();
  }

  /** @throws Fault `source_forbidden`, `path_not_found` */
  private async requestOf({ id, tenant, by, order }: IndexJob): Promise<IndexRequest> {
    const { repository, snapshot, rebuild, vectors, history, ocr, chunking, summaries } = order;
    return {
      ...(await this.sourceOf(tenant, order)),
      ...{ repository: scopedRepository(tenant, repository), snapshot, rebuild, vectors, by, job: id },
      ...defined({ history, ocr }),
      chunking: {
        ...(chunking.tokens === null ? {} : { tokens: chunking.tokens }),
        ...(chunking.overlap === null ? {} : { overlap: chunking.overlap }),
      },
      ...(summaries === null ? {} : { summaries }),
    };
  }

  /** @throws Fault as `allowedSource`; a URL and an upload are checked by the run, before they are used */
  private async sourceOf(
    tenant: string,
    { path, git, site, upload }: IndexJob['order'],
  ): Promise<Pick<IndexRequest, 'root' | 'git' | 'site' | 'upload' | 'gitWithin'>> {
    if (git) return { root: path, git };
    if (site) return { root: path, site };
    if (upload) return { root: path, upload: { ...upload, tenant } };
    const { root, roots } = await allowedSource(this.config, this.registry, { tenant, path });
    return { root, gitWithin: roots };
  }

  private async settle(held: HeldJob, end: RunEnd): Promise<void> {
    if (held.lost.aborted) return;
    if (end.kind === 'done') await held.finish(end.indexed.summary, end.indexed.failed);
    else if (held.cancelled.aborted) await held.cancel();
    else if (this.closing.signal.aborted)
      await held.release(0, 'Its indexer was shut down; another one resumes it.', { counts: false });
    else if (end.kind === 'lost')
      await held.release(WAIT_MS, `The process that indexed was lost: ${end.how}.`, { counts: true });
    else if (end.code === 'index_busy') await held.release(WAIT_MS, end.message, { counts: false });
    else if (end.retryable) await held.release(WAIT_MS, end.message, { counts: true, code: end.code });
    else await held.fail(end);
  }
}
