import { ApiProperty } from '@nestjs/swagger';
import type { GoldPlace } from './golden-question.schema';

/** A question with what is expected of its answer. */
export class GoldenQuestionDto {
  @ApiProperty({ example: 't0mg2x', description: 'Identity within the set; of a turn, that of the turn.' })
  readonly id!: string;
  @ApiProperty({ description: 'The question.' })
  readonly text!: string;
  @ApiProperty({ description: 'False: it is translated to English before it is searched for.' })
  readonly isEnglish!: boolean;
  @ApiProperty({
    type: 'array',
    // Named by the schema of the questions that are sent.
    items: { $ref: '#/components/schemas/GoldPlaceDto' },
    description: 'Places that a turn should find and cite.',
  })
  readonly gold!: readonly GoldPlace[];
  @ApiProperty({ type: [String], description: 'Texts of which each answers it.' })
  readonly answers!: readonly string[];
  @ApiProperty({ description: 'True where nothing that is indexed answers it.' })
  readonly unanswerable!: boolean;
  @ApiProperty({ description: 'For people; may be empty.' })
  readonly note!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Turn that it was taken from; null where somebody wrote it.',
  })
  readonly fromTurn!: string | null;
}

export class ScheduleDto {
  @ApiProperty({ type: [String], example: ['code'], description: 'Pipelines to ask.' })
  readonly pipelines!: readonly string[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 24,
    description: 'Hours from one run to the next; null: not by time.',
  })
  readonly everyHours!: number | null;
  @ApiProperty({ description: 'Run again when a pipeline has another version than in the last run.' })
  readonly onPipelineChange!: boolean;
}

/** A golden set without its questions. */
export class GoldenSetSummaryDto {
  @ApiProperty({ example: 'billing', description: 'Name of the set.' })
  readonly name!: string;
  @ApiProperty({ description: 'What it is about; may be empty.' })
  readonly description!: string;
  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'Grows by one with each change; also the `ETag`.',
  })
  readonly revision!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Number of its questions.' })
  readonly size!: number;
  @ApiProperty({ type: ScheduleDto, nullable: true, description: 'When it is run by itself; null: never.' })
  readonly schedule!: ScheduleDto | null;
  @ApiProperty({ format: 'date-time', description: 'When it was created.' })
  readonly createdAt!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was changed last.' })
  readonly changedAt!: string;
}

export class GoldenSetDto extends GoldenSetSummaryDto {
  @ApiProperty({ type: [GoldenQuestionDto], description: 'In the order in which they were added.' })
  readonly questions!: readonly GoldenQuestionDto[];
}

export class GoldenSetListDto {
  @ApiProperty({ type: [GoldenSetSummaryDto], description: 'By name.' })
  readonly sets!: readonly GoldenSetSummaryDto[];
}

/** A set was deleted. */
export class GoldenSetDeletedDto {
  @ApiProperty({ example: 'billing', description: 'Name of the set.' })
  readonly name!: string;
  @ApiProperty({ description: 'Always true; a set that is not there is a problem.' })
  readonly deleted!: boolean;
}

/** A question as it is now, and the revision of its set. */
export class QuestionChangedDto {
  @ApiProperty({ type: GoldenQuestionDto, description: 'The question.' })
  readonly question!: GoldenQuestionDto;
  @ApiProperty({ type: 'integer', example: 4, description: 'Revision of the set.' })
  readonly revision!: number;
  @ApiProperty({ description: 'False where the same question was there already, or was replaced.' })
  readonly created!: boolean;
}
