import type {
  ComparedSideDto,
  ComparisonDto,
  GoldenQuestionDto,
  GoldenRunDto,
  GoldenSetDto,
  GoldenSetSummaryDto,
  Immutable,
  RunLinksDto,
  RunSummaryDto,
} from '@quarry/client';
import type { GoldenRun, GoldenRunHead, GoldenSet, GoldenSetHead } from '@quarry/golden-store';
import type { PassageState } from '@quarry/turn';
import { compare, type ComparedSide } from './comparison';

export function presentSetSummary(set: GoldenSetHead): Immutable<GoldenSetSummaryDto> {
  const { name, description, revision, size, schedule, createdAt, changedAt } = set;
  return {
    name,
    description,
    revision,
    size,
    schedule: schedule && presentSchedule(schedule),
    createdAt: iso(createdAt),
    changedAt: iso(changedAt),
  };
}

function presentSchedule({ about: _about, ...schedule }: NonNullable<GoldenSetHead['schedule']>) {
  return schedule;
}

/** @param marks the states of the lines that turns cite, by the id of the turn */
export function presentSet(
  set: GoldenSet,
  marks: ReadonlyMap<string, PassageState | null> = new Map(),
): Immutable<GoldenSetDto> {
  const questions = set.questions.map((question) => {
    const staleness = question.fromTurn === null ? null : marks.get(question.fromTurn);
    return { ...presentQuestion(question), ...(staleness ? { staleness } : {}) };
  });
  return { ...presentSetSummary(set), questions };
}

export function presentQuestion(question: GoldenSet['questions'][number]): Immutable<GoldenQuestionDto> {
  const gold = question.gold.map(({ lines, ...place }) => ({ ...place, lines: lines && [...lines] }));
  return { ...question, gold };
}

export function presentRunSummary(run: GoldenRunHead): Immutable<RunSummaryDto> {
  const { id, setName, setRevision, pipelines, trigger, status, reason, done, total, summary } = run;
  return {
    ...{ id, set: setName, setRevision, pipelines, trigger, status, reason, done, total },
    createdAt: iso(run.createdAt),
    startedAt: run.startedAt === null ? null : iso(run.startedAt),
    endedAt: run.endedAt === null ? null : iso(run.endedAt),
    summary,
    links: runLinks(setName, id),
  };
}

export function presentRun(run: GoldenRun): Immutable<GoldenRunDto> {
  return { ...presentRunSummary(run), rows: run.rows };
}

export function presentComparison(base: ComparedSide, other: ComparedSide): Immutable<ComparisonDto> {
  return { base: presentSide(base), with: presentSide(other), ...compare(base, other) };
}

function runLinks(set: string, run: string): Immutable<RunLinksDto> {
  return { self: `/v1/golden-sets/${set}/runs/${run}`, set: `/v1/golden-sets/${set}` };
}

function presentSide({ run, pipeline }: ComparedSide): Immutable<ComparedSideDto> {
  return { run: run.id, pipeline, status: run.status };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
