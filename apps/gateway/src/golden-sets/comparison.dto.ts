import { ApiProperty } from '@nestjs/swagger';
import type { RunStatus } from '@quarry/golden-store';
import { RunRowDto } from './golden-run.dto';

export class ComparedSideDto {
  @ApiProperty({ example: 'r1f2e3d', description: 'Id of the run.' })
  readonly run!: string;
  @ApiProperty({
    example: 'code@1f2e3d4c5b6a7988',
    description: 'Pipeline and the digest of its content: `name@digest`.',
  })
  readonly pipeline!: string;
  @ApiProperty({
    enum: ['queued', 'running', 'finished', 'failed', 'cancelled'],
    description: 'Status of the run.',
  })
  readonly status!: RunStatus;
}

export class MeasureDifferenceDto {
  @ApiProperty({ example: 'recall', description: 'Name of the measure; docs/golden-sets.md lists all.' })
  readonly measure!: string;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'Number of questions to which the measure applies on both sides.',
  })
  readonly questions!: number;
  @ApiProperty({ example: 0.75, description: 'Mean of the baseline.' })
  readonly base!: number;
  @ApiProperty({ example: 0.83, description: 'Mean of the compared run.' })
  readonly with!: number;
  @ApiProperty({ example: 0.08, description: 'Mean of the differences per question.' })
  readonly difference!: number;
  @ApiProperty({
    example: -0.02,
    description: 'Lower bound of the 95 % confidence interval of the difference (paired bootstrap).',
  })
  readonly low!: number;
  @ApiProperty({ example: 0.18, description: 'Upper bound of the interval.' })
  readonly high!: number;
}

export class QuestionDifferenceDto {
  @ApiProperty({ example: 't0mg2x', description: 'Id of the question.' })
  readonly question!: string;
  @ApiProperty({ description: 'The question.' })
  readonly text!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    example: { recall: -0.5 },
    description: 'Differences of the quality measures, by name.',
  })
  readonly differences!: Readonly<Record<string, number>>;
  @ApiProperty({ type: RunRowDto, description: 'Result of the baseline.' })
  readonly base!: RunRowDto;
  @ApiProperty({ type: RunRowDto, description: 'Result of the compared run.' })
  readonly with!: RunRowDto;
}

/** Two runs, or two pipelines, held against each other question by question. */
export class ComparisonDto {
  @ApiProperty({ type: ComparedSideDto, description: 'The baseline.' })
  readonly base!: ComparedSideDto;
  @ApiProperty({ type: ComparedSideDto, description: 'The compared run.' })
  readonly with!: ComparedSideDto;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'Number of questions that both sides asked with the same expectations.',
  })
  readonly questions!: number;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Number of questions that only one side asked, or that changed in between.',
  })
  readonly leftOut!: number;
  @ApiProperty({
    type: [MeasureDifferenceDto],
    description: 'Measures that apply to at least one question.',
  })
  readonly measures!: readonly MeasureDifferenceDto[];
  @ApiProperty({
    type: [QuestionDifferenceDto],
    description: 'Questions with lower quality measures and no higher one.',
  })
  readonly regressions!: readonly QuestionDifferenceDto[];
  @ApiProperty({
    type: [QuestionDifferenceDto],
    description: 'Questions with higher quality measures and no lower one.',
  })
  readonly improvements!: readonly QuestionDifferenceDto[];
  @ApiProperty({
    type: [QuestionDifferenceDto],
    description: 'Questions with both higher and lower quality measures.',
  })
  readonly mixed!: readonly QuestionDifferenceDto[];
}
