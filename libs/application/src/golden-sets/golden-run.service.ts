import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type {
  GoldenRun,
  GoldenRunHead,
  GoldenSet,
  GoldenStore,
  RunSubjects,
  RunTrigger,
} from '@quarry/golden-store';
import { pipelineRef, type CompiledPipeline } from '@quarry/pipeline';
import { GOLDEN_STORE } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { findPipeline } from '../pipelines/find-pipeline';
import { PIPELINES } from '../pipelines/tokens';
import type { ComparedSide } from './comparison';
import { beyondLimit, unknownRun, unknownSet } from './faults';
import { GOLDEN_LIMITS } from './limits';
import { isOver, over } from './run-ends';

/** The run to start, and why. */
export interface RunRequest {
  /** Unique names. */
  readonly pipelines: readonly string[];
  readonly trigger: RunTrigger;
  /** The repository and snapshot for each pipeline, which the caller may read; the installation's default if absent. */
  readonly about?: RunSubjects;
  /** Repeating the same key starts nothing new. */
  readonly key?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Starts, reads, compares and cancels runs; runners do the work. Everything is scoped by tenant. */
@Injectable()
export class GoldenRunService {
  constructor(
    @Inject(GOLDEN_STORE) private readonly store: GoldenStore,
    @Inject(PIPELINES) private readonly pipelines: readonly CompiledPipeline[],
  ) {}

  /**
   * Returns the same names after checking that a run may ask them, for a caller who may use only those that `mayUse`
   * accepts.
   * @throws Fault `pipeline_unknown`, `bad_request` for none or too many
   */
  known(names: readonly string[], mayUse: (name: string) => boolean = () => true): readonly string[] {
    if (names.length === 0 || names.length > GOLDEN_LIMITS.pipelines)
      throw new Fault('bad_request', `A run asks 1 to ${GOLDEN_LIMITS.pipelines} pipelines.`);
    const usable = this.pipelines.filter(({ name }) => mayUse(name));
    for (const name of names) findPipeline(usable, name);
    return names;
  }

  /**
   * @throws Fault `pipeline_unknown`, `golden_limit`, `bad_request` (no questions); `idempotency_conflict` if the key
   * started another run
   */
  async begin(
    set: GoldenSet,
    { pipelines: names, trigger, about = {}, key, now }: RunRequest,
  ): Promise<{ readonly run: GoldenRun; readonly existing: boolean }> {
    const pipelines = this.known(names).map((name) => pipelineRef(findPipeline(this.pipelines, name)));
    const id = key === undefined ? `r${randomBytes(12).toString('hex')}` : runId(set, key);
    const known = await this.store.run(set.tenant, id);
    if (known) return repeated(known, names, about);
    if (set.size === 0)
      throw new Fault('bad_request', `Golden set '${set.name}' has no questions yet. Add one first.`);
    await this.makeRoom(set);
    const run: GoldenRun = {
      ...{ tenant: set.tenant, id, setId: set.id, setName: set.name, setRevision: set.revision },
      ...{ pipelines, trigger, status: 'queued', reason: null },
      ...{ createdAt: now, startedAt: null, endedAt: null, done: 0, total: set.size * pipelines.length },
      ...{ version: 1, lease: null, claims: 0, summary: [], questions: set.questions, rows: [], about },
    };
    if (await this.store.saveRun(run)) return { run, existing: false };
    return repeated(await this.read(set, id), names, about);
  }

  /** Newest first. @throws Fault `golden_set_unknown` */
  async list(tenant: string, name: string): Promise<readonly GoldenRunHead[]> {
    return this.store.runs(tenant, (await this.set(tenant, name)).id);
  }

  /** @throws Fault `golden_set_unknown`, `golden_run_unknown` */
  async view(tenant: string, name: string, id: string): Promise<GoldenRun> {
    return this.read(await this.set(tenant, name), id);
  }

  /** False if it was already over. @throws Fault `golden_set_unknown`, `golden_run_unknown` */
  async cancel(tenant: string, name: string, id: string, now: number): Promise<boolean> {
    const set = await this.set(tenant, name);
    for (;;) {
      const run = await this.read(set, id);
      if (isOver(run)) return false;
      const cancelled = over(run, { status: 'cancelled', reason: null, now });
      if (await this.store.saveRun({ ...cancelled, version: run.version + 1 })) return true;
    }
  }

  /**
   * A side of a comparison: `RUN`, or `RUN:PIPELINE` if the run asked several.
   * @throws Fault `golden_set_unknown`, `golden_run_unknown`, `bad_request` if the pipeline is ambiguous
   */
  async side(tenant: string, name: string, side: string): Promise<ComparedSide> {
    const [id = '', wanted] = side.split(':', 2);
    const run = await this.view(tenant, name, id);
    const own = run.pipelines.filter(
      (ref) => wanted === undefined || ref === wanted || nameOf(ref) === wanted,
    );
    const [pipeline] = own;
    if (pipeline === undefined)
      throw new Fault(
        'golden_run_unknown',
        `Run '${id}' did not ask pipeline '${(wanted ?? '').slice(0, 100)}', but ${run.pipelines.join(', ')}.`,
      );
    if (own.length > 1)
      throw new Fault(
        'bad_request',
        `Run '${id}' asked ${own.length} pipelines. Name one of them: ${own.map((ref) => `${id}:${nameOf(ref)}`).join(', ')}.`,
      );
    return { run, pipeline };
  }

  private async set(tenant: string, name: string): Promise<GoldenSet> {
    const set = await this.store.set(tenant, name);
    if (!set) throw unknownSet(name);
    return set;
  }

  private async read({ tenant, name, id: setId }: GoldenSet, id: string): Promise<GoldenRun> {
    const run = await this.store.run(tenant, id);
    // A run of another set, or of an earlier one with this name.
    if (run?.setId !== setId) throw unknownRun(name, id);
    return run;
  }

  /** Limits the number of runs: deletes the oldest ended ones. */
  private async makeRoom({ tenant, id, name }: GoldenSet): Promise<void> {
    const runs = await this.store.runs(tenant, id);
    if (runs.filter((run) => !isOver(run)).length >= GOLDEN_LIMITS.openRuns)
      throw beyondLimit(
        `${GOLDEN_LIMITS.openRuns} runs of golden set '${name}' are under way`,
        'Wait for one, or cancel it.',
      );
    for (const run of runs.slice(GOLDEN_LIMITS.runs - 1))
      if (isOver(run)) await this.store.deleteRun(tenant, run.id);
  }
}

/** Name of a pipeline reference. */
export function nameOf(ref: string): string {
  return ref.replace(/@[^@]*$/, '');
}

function repeated(
  run: GoldenRun,
  names: readonly string[],
  about: RunSubjects,
): { run: GoldenRun; existing: boolean } {
  const same = run.pipelines.map(nameOf).join() === names.join() && isDeepStrictEqual(run.about ?? {}, about);
  // A schedule's run is found again, even if its request differs now.
  if (same || run.trigger !== 'request') return { run, existing: true };
  throw new Fault(
    'idempotency_conflict',
    `This Idempotency-Key started run '${run.id}' of ${run.pipelines.join(', ')}, with another request. Send a new key with a new run.`,
  );
}

function runId({ id }: GoldenSet, key: string): string {
  return `r${createHash('sha256')
    .update(JSON.stringify([id, key]))
    .digest('hex')
    .slice(0, 24)}`;
}
