import { ApiProperty } from '@nestjs/swagger';
import type { Measures, RunStatus, RunTrigger } from '@quarry/golden-store';
import { OUTCOMES, type Outcome } from '@quarry/turn';

const MEASURE = 'A measure of docs/golden-sets.md.';

export class MeasureSummaryDto {
  @ApiProperty({ example: 'recall', description: MEASURE })
  readonly measure!: string;
  @ApiProperty({ example: 0.83, description: 'Mean over the questions to which the measure applies.' })
  readonly mean!: number;
  @ApiProperty({
    example: 0.71,
    description: 'Lower bound of the 95 % confidence interval of the mean (bootstrap).',
  })
  readonly low!: number;
  @ApiProperty({ example: 0.94, description: 'Upper bound of the interval.' })
  readonly high!: number;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'Number of questions to which the measure applies.',
  })
  readonly questions!: number;
}

export class PipelineSummaryDto {
  @ApiProperty({
    example: 'code@1f2e3d4c5b6a7988',
    description: 'Pipeline and the digest of its content: `name@digest`.',
  })
  readonly pipeline!: string;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'Number of questions that the pipeline was asked.',
  })
  readonly questions!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Number of turns that failed.' })
  readonly failed!: number;
  @ApiProperty({
    type: [MeasureSummaryDto],
    description: 'Measures that apply to at least one question.',
  })
  readonly measures!: readonly MeasureSummaryDto[];
}

export class RunLinksDto {
  @ApiProperty({ example: '/v1/golden-sets/billing/runs/r1f2e3d', description: 'The run.' })
  readonly self!: string;
  @ApiProperty({ example: '/v1/golden-sets/billing', description: 'Golden set of the run.' })
  readonly set!: string;
}

/** A run without its rows. */
export class RunSummaryDto {
  @ApiProperty({ example: 'r1f2e3d', description: 'Id of the run.' })
  readonly id!: string;
  @ApiProperty({ example: 'billing', description: 'Name of the golden set.' })
  readonly set!: string;
  @ApiProperty({ type: 'integer', example: 3, description: 'Revision of the set that the run asks.' })
  readonly setRevision!: number;
  @ApiProperty({
    type: [String],
    example: ['code@1f2e3d4c5b6a7988'],
    description: 'Pipelines of the run, with their versions.',
  })
  readonly pipelines!: readonly string[];
  @ApiProperty({
    enum: ['request', 'time', 'pipeline'],
    description: 'What started the run: a request, the schedule, or a changed pipeline.',
  })
  readonly trigger!: RunTrigger;
  @ApiProperty({
    enum: ['queued', 'running', 'finished', 'failed', 'cancelled'],
    description: 'Current status.',
  })
  readonly status!: RunStatus;
  @ApiProperty({ type: String, nullable: true, description: 'Reason of the failure; null otherwise.' })
  readonly reason!: string | null;
  @ApiProperty({
    type: 'integer',
    example: 9,
    description: 'Number of answers that have been measured and stored.',
  })
  readonly done!: number;
  @ApiProperty({
    type: 'integer',
    example: 24,
    description: 'Total number of answers: questions × pipelines.',
  })
  readonly total!: number;
  @ApiProperty({ format: 'date-time', description: 'Time of the request.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time at which it started; null before.',
  })
  readonly startedAt!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time at which it ended; null before.',
  })
  readonly endedAt!: string | null;
  @ApiProperty({
    type: [PipelineSummaryDto],
    description: 'One summary per pipeline after the run has finished; empty before.',
  })
  readonly summary!: readonly PipelineSummaryDto[];
  @ApiProperty({ type: RunLinksDto, description: 'Links to related resources.' })
  readonly links!: RunLinksDto;
}

/** One question, asked of one pipeline. */
export class RunRowDto {
  @ApiProperty({ example: 't0mg2x', description: 'Id of the question.' })
  readonly question!: string;
  @ApiProperty({
    example: 'code@1f2e3d4c5b6a7988',
    description: 'Pipeline and the digest of its content: `name@digest`.',
  })
  readonly pipeline!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Id of the turn, which can be read for the retention period; null if the question was not accepted.',
  })
  readonly turnId!: string | null;
  @ApiProperty({ enum: OUTCOMES, description: 'Outcome of the turn.' })
  readonly outcome!: Outcome;
  @ApiProperty({ type: String, nullable: true, description: 'Reason, if the turn has no answer.' })
  readonly reason!: string | null;
  @ApiProperty({ description: 'The first 2,000 characters of the answer.' })
  readonly answer!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    example: { recall: 1, correct: 1, seconds: 0.4 },
    description: 'Measures that apply, by name.',
  })
  readonly measures!: Measures;
}

export class GoldenRunDto extends RunSummaryDto {
  @ApiProperty({ type: [RunRowDto], description: 'Results so far; they are stored about once per second.' })
  readonly rows!: readonly RunRowDto[];
}

export class RunListDto {
  @ApiProperty({ type: [RunSummaryDto], description: 'Newest first.' })
  readonly runs!: readonly RunSummaryDto[];
}

/** What became of a wish to cancel. */
export class RunCancelledDto {
  @ApiProperty({ example: 'r1f2e3d', description: 'Id of the run.' })
  readonly id!: string;
  @ApiProperty({ description: 'False if the run had already ended.' })
  readonly cancelled!: boolean;
}
