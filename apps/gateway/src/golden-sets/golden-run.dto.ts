import { ApiProperty } from '@nestjs/swagger';
import type { Measures, RunStatus, RunTrigger } from '@quarry/golden-store';
import { OUTCOMES, type Outcome } from '@quarry/turn';

const MEASURE = 'A measure of docs/golden-sets.md.';

export class MeasureSummaryDto {
  @ApiProperty({ example: 'recall', description: MEASURE })
  readonly measure!: string;
  @ApiProperty({ example: 0.83, description: 'Mean over the questions that it applies to.' })
  readonly mean!: number;
  @ApiProperty({ example: 0.71, description: 'Lower end of the 95 % interval of the mean (bootstrap).' })
  readonly low!: number;
  @ApiProperty({ example: 0.94, description: 'Upper end.' })
  readonly high!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Questions that it applies to.' })
  readonly questions!: number;
}

export class PipelineSummaryDto {
  @ApiProperty({ example: 'code@1f2e3d4c5b6a7988', description: 'Pipeline and the digest of its content.' })
  readonly pipeline!: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'Questions that it was asked.' })
  readonly questions!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Turns that failed.' })
  readonly failed!: number;
  @ApiProperty({
    type: [MeasureSummaryDto],
    description: 'Each measure that applies to a question at least.',
  })
  readonly measures!: readonly MeasureSummaryDto[];
}

export class RunLinksDto {
  @ApiProperty({ example: '/v1/golden-sets/billing/runs/r1f2e3d', description: 'The run.' })
  readonly self!: string;
  @ApiProperty({ example: '/v1/golden-sets/billing', description: 'Its golden set.' })
  readonly set!: string;
}

/** A run without its rows. */
export class RunSummaryDto {
  @ApiProperty({ example: 'r1f2e3d', description: 'Identity of the run.' })
  readonly id!: string;
  @ApiProperty({ example: 'billing', description: 'Name of the golden set.' })
  readonly set!: string;
  @ApiProperty({ type: 'integer', example: 3, description: 'Revision of the set whose questions it asks.' })
  readonly setRevision!: number;
  @ApiProperty({
    type: [String],
    example: ['code@1f2e3d4c5b6a7988'],
    description: 'Pipelines in the versions that it asks.',
  })
  readonly pipelines!: readonly string[];
  @ApiProperty({
    enum: ['request', 'time', 'pipeline'],
    description: 'Why it began: by a call, by time, or because a pipeline changed.',
  })
  readonly trigger!: RunTrigger;
  @ApiProperty({
    enum: ['queued', 'running', 'finished', 'failed', 'cancelled'],
    description: 'How it stands.',
  })
  readonly status!: RunStatus;
  @ApiProperty({ type: String, nullable: true, description: 'Why it failed; else null.' })
  readonly reason!: string | null;
  @ApiProperty({ type: 'integer', example: 9, description: 'Answers that are measured and saved.' })
  readonly done!: number;
  @ApiProperty({
    type: 'integer',
    example: 24,
    description: 'Answers that there will be: questions × pipelines.',
  })
  readonly total!: number;
  @ApiProperty({ format: 'date-time', description: 'When it was asked for.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When work on it began; null before.',
  })
  readonly startedAt!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was over; null before.',
  })
  readonly endedAt!: string | null;
  @ApiProperty({
    type: [PipelineSummaryDto],
    description: 'One for each pipeline, once it is finished; else empty.',
  })
  readonly summary!: readonly PipelineSummaryDto[];
  @ApiProperty({ type: RunLinksDto, description: 'Where to go on from here.' })
  readonly links!: RunLinksDto;
}

/** One question, asked of one pipeline. */
export class RunRowDto {
  @ApiProperty({ example: 't0mg2x', description: 'Id of the question.' })
  readonly question!: string;
  @ApiProperty({ example: 'code@1f2e3d4c5b6a7988', description: 'Pipeline and the digest of its content.' })
  readonly pipeline!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The turn, which can be read for a while after its end; null where the question was not taken.',
  })
  readonly turnId!: string | null;
  @ApiProperty({ enum: OUTCOMES, description: 'How the turn ended.' })
  readonly outcome!: Outcome;
  @ApiProperty({ type: String, nullable: true, description: 'Why, where it did not end with an answer.' })
  readonly reason!: string | null;
  @ApiProperty({ description: 'The answer, its first 2,000 characters.' })
  readonly answer!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    example: { recall: 1, correct: 1, seconds: 0.4 },
    description: 'Each measure that applies, by its name.',
  })
  readonly measures!: Measures;
}

export class GoldenRunDto extends RunSummaryDto {
  @ApiProperty({ type: [RunRowDto], description: 'What is there so far; saved about once a second.' })
  readonly rows!: readonly RunRowDto[];
}

export class RunListDto {
  @ApiProperty({ type: [RunSummaryDto], description: 'Newest first.' })
  readonly runs!: readonly RunSummaryDto[];
}

/** What became of a wish to cancel. */
export class RunCancelledDto {
  @ApiProperty({ example: 'r1f2e3d', description: 'Identity of the run.' })
  readonly id!: string;
  @ApiProperty({ description: 'False where the run was over already.' })
  readonly cancelled!: boolean;
}
