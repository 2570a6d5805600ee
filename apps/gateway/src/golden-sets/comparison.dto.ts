import { ApiProperty } from '@nestjs/swagger';
import type { RunStatus } from '@quarry/golden-store';
import { RunRowDto } from './golden-run.dto';

export class ComparedSideDto {
  @ApiProperty({ example: 'r1f2e3d', description: 'Identity of the run.' })
  readonly run!: string;
  @ApiProperty({ example: 'code@1f2e3d4c5b6a7988', description: 'Pipeline and the digest of its content.' })
  readonly pipeline!: string;
  @ApiProperty({
    enum: ['queued', 'running', 'finished', 'failed', 'cancelled'],
    description: 'How the run stands.',
  })
  readonly status!: RunStatus;
}

export class MeasureDifferenceDto {
  @ApiProperty({ example: 'recall', description: 'A measure of docs/golden-sets.md.' })
  readonly measure!: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'Questions that it applies to on both sides.' })
  readonly questions!: number;
  @ApiProperty({ example: 0.75, description: 'Mean of the base.' })
  readonly base!: number;
  @ApiProperty({ example: 0.83, description: 'Mean of the other side.' })
  readonly with!: number;
  @ApiProperty({ example: 0.08, description: 'Mean of the differences, question by question.' })
  readonly difference!: number;
  @ApiProperty({
    example: -0.02,
    description: 'Lower end of the 95 % interval of the difference (paired bootstrap).',
  })
  readonly low!: number;
  @ApiProperty({ example: 0.18, description: 'Upper end.' })
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
    description: 'Measures of quality that differ, and by how much.',
  })
  readonly differences!: Readonly<Record<string, number>>;
  @ApiProperty({ type: RunRowDto, description: 'What the base answered.' })
  readonly base!: RunRowDto;
  @ApiProperty({ type: RunRowDto, description: 'What the other side answered.' })
  readonly with!: RunRowDto;
}

/** Two runs, or two pipelines, held against each other question by question. */
export class ComparisonDto {
  @ApiProperty({ type: ComparedSideDto, description: 'What is compared with.' })
  readonly base!: ComparedSideDto;
  @ApiProperty({ type: ComparedSideDto, description: 'What is compared.' })
  readonly with!: ComparedSideDto;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'Questions that both asked, expecting the same.',
  })
  readonly questions!: number;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description:
      'Questions that one side alone asked, or whose text or expectations were changed in between.',
  })
  readonly leftOut!: number;
  @ApiProperty({
    type: [MeasureDifferenceDto],
    description: 'Each measure that applies to a question at least.',
  })
  readonly measures!: readonly MeasureDifferenceDto[];
  @ApiProperty({
    type: [QuestionDifferenceDto],
    description: 'Some measure of quality is lower, none is higher.',
  })
  readonly regressions!: readonly QuestionDifferenceDto[];
  @ApiProperty({
    type: [QuestionDifferenceDto],
    description: 'Some measure of quality is higher, none is lower.',
  })
  readonly improvements!: readonly QuestionDifferenceDto[];
  @ApiProperty({ type: [QuestionDifferenceDto], description: 'Some are higher and some are lower.' })
  readonly mixed!: readonly QuestionDifferenceDto[];
}
