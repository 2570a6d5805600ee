import { ApiProperty } from '@nestjs/swagger';
import { CONFIDENCE_LEVELS, PASSAGE_STATES, type ConfidenceLevel, type PassageState } from '@quarry/turn';
import { RatingsDto } from './feedback.dto';
import { TurnSummaryDto } from './turn.dto';

/** A turn in a list, without its evidence. */
export class ListedTurnDto extends TurnSummaryDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'The 5 most relevant passages',
    description:
      'Outcome in a few words, as in the turn itself. Null while the turn runs, and for a turn of an older version.',
  })
  readonly headline!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'budget',
    description: 'Rule of the loop guard that refused another pass; null if none did.',
  })
  readonly stopRule!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'shop',
    description: 'Repository of the turn; null if it is unknown, or the turn is about several.',
  })
  readonly repository!: string | null;
  @ApiProperty({
    type: [String],
    example: ['shop', 'billing'],
    description: 'Repositories of the turn; empty if they are unknown.',
  })
  readonly repositories!: readonly string[];
  @ApiProperty({ type: String, nullable: true, description: 'Snapshot of the repository.' })
  readonly snapshot!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the API key of the caller; null without keys.',
  })
  readonly key!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 't0mg2w',
    description: 'Id of the turn whose question it repeats; null otherwise.',
  })
  readonly rerunOf!: string | null;
  @ApiProperty({
    enum: [...CONFIDENCE_LEVELS, null],
    nullable: true,
    description: 'Confidence of the answer; null if there is no answer.',
  })
  readonly confidence!: ConfidenceLevel | null;
  @ApiProperty({
    type: String,
    enum: [...PASSAGE_STATES, null],
    nullable: true,
    description:
      'Worst state of the cited lines, compared with the snapshots that questions use now; null if there are none to ' +
      'compare, or they have not been compared yet.',
  })
  readonly staleness!: PassageState | null;
  @ApiProperty({ type: 'integer', example: 2, description: 'Number of retrieval passes so far.' })
  readonly passes!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Number of pieces of evidence.' })
  readonly evidenceCount!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Number of citations in the answer.' })
  readonly citationCount!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Number of model calls.' })
  readonly modelCalls!: number;
  @ApiProperty({ type: 'integer', example: 5200, description: 'Input tokens of the model calls.' })
  readonly inputTokens!: number;
  @ApiProperty({ type: 'integer', example: 340, description: 'Output tokens of the model calls.' })
  readonly outputTokens!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.0102,
    description: "Cost according to the pipeline's price table; null if a model has no price there.",
  })
  readonly cost!: number | null;
  @ApiProperty({ type: RatingsDto, description: 'Feedback of callers on the answer.' })
  readonly feedback!: RatingsDto;
}

/** A page of turns. */
export class TurnListDto {
  @ApiProperty({
    type: [ListedTurnDto],
    description: 'Turns, newest first, including running ones. GET /v1/turns/{id} returns their evidence.',
  })
  readonly turns!: readonly ListedTurnDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      '`cursor` of the next page; null on the last page. It stays valid if turns are added or deleted.',
  })
  readonly next!: string | null;
}
