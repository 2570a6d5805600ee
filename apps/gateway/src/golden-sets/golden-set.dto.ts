import { ApiProperty } from '@nestjs/swagger';
import { PASSAGE_STATES, type PassageState } from '@quarry/turn';
import type { GoldPlace } from './golden-question.schema';

/** A question with the expected answer. */
export class GoldenQuestionDto {
  @ApiProperty({
    example: 't0mg2x',
    description: 'Id within the set: the id of the turn, if the question comes from one.',
  })
  readonly id!: string;
  @ApiProperty({ description: 'The question.' })
  readonly text!: string;
  @ApiProperty({ description: 'False if the question is translated to English before the search.' })
  readonly isEnglish!: boolean;
  @ApiProperty({
    type: 'array',
    // Named by the schema of the questions that are sent.
    items: { $ref: '#/components/schemas/GoldPlaceDto' },
    description: 'Places that a turn should find and cite.',
  })
  readonly gold!: readonly GoldPlace[];
  @ApiProperty({ type: [String], description: 'Accepted answers; each is sufficient.' })
  readonly answers!: readonly string[];
  @ApiProperty({ description: 'True if nothing in the index answers the question.' })
  readonly unanswerable!: boolean;
  @ApiProperty({ description: 'Note; may be empty.' })
  readonly note!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the turn that the question comes from; null if it was written by hand.',
  })
  readonly fromTurn!: string | null;
  @ApiProperty({
    required: false,
    enum: PASSAGE_STATES,
    description:
      'Worst state of the lines that the answer of that turn cites, compared with the snapshots that questions use now; ' +
      'absent if it is unknown. Only in `GET /v1/golden-sets/{name}`.',
  })
  readonly staleness?: PassageState;
}

export class ScheduleDto {
  @ApiProperty({ type: [String], example: ['code'], description: 'Pipelines to ask.' })
  readonly pipelines!: readonly string[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 24,
    description: 'Hours between two runs; null if runs do not start by time.',
  })
  readonly everyHours!: number | null;
  @ApiProperty({
    description: 'True to start a run when the version of a pipeline differs from the last run.',
  })
  readonly onPipelineChange!: boolean;
}

/** A golden set without its questions. */
export class GoldenSetSummaryDto {
  @ApiProperty({ example: 'billing', description: 'Name of the set.' })
  readonly name!: string;
  @ApiProperty({ description: 'Description of the set; may be empty.' })
  readonly description!: string;
  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'Revision, which increases by one with each change; also the `ETag`.',
  })
  readonly revision!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Number of questions in the set.' })
  readonly size!: number;
  @ApiProperty({
    type: ScheduleDto,
    nullable: true,
    description: 'Schedule of the set; null if there is none.',
  })
  readonly schedule!: ScheduleDto | null;
  @ApiProperty({ format: 'date-time', description: 'Time of creation.' })
  readonly createdAt!: string;
  @ApiProperty({ format: 'date-time', description: 'Time of the last change.' })
  readonly changedAt!: string;
}

export class GoldenSetDto extends GoldenSetSummaryDto {
  @ApiProperty({ type: [GoldenQuestionDto], description: 'Questions in the order in which they were added.' })
  readonly questions!: readonly GoldenQuestionDto[];
}

export class GoldenSetListDto {
  @ApiProperty({ type: [GoldenSetSummaryDto], description: 'Golden sets, sorted by name.' })
  readonly sets!: readonly GoldenSetSummaryDto[];
}

/** Result of the deletion of a golden set. */
export class GoldenSetDeletedDto {
  @ApiProperty({ example: 'billing', description: 'Name of the set.' })
  readonly name!: string;
  @ApiProperty({ description: 'Always true. An unknown set is a problem response.' })
  readonly deleted!: boolean;
}

/** A changed question, and the revision of its set. */
export class QuestionChangedDto {
  @ApiProperty({ type: GoldenQuestionDto, description: 'The question.' })
  readonly question!: GoldenQuestionDto;
  @ApiProperty({ type: 'integer', example: 4, description: 'Revision of the set.' })
  readonly revision!: number;
  @ApiProperty({ description: 'False if the question already existed or was replaced.' })
  readonly created!: boolean;
}
