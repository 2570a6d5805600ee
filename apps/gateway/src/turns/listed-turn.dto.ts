import { ApiProperty } from '@nestjs/swagger';
import { CONFIDENCE_LEVELS, type ConfidenceLevel } from '@quarry/turn';
import { RatingsDto } from './feedback.dto';
import { TurnSummaryDto } from './turn.dto';

/** A turn in a list: how it went, without what it found. */
export class ListedTurnDto extends TurnSummaryDto {
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null while it runs.' })
  readonly endedAt!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'budget',
    description: 'Rule of the loop guard that refused another pass; null where none did.',
  })
  readonly stopRule!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'shop',
    description: 'Repository that it is about; null where that is not known.',
  })
  readonly repository!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Snapshot of the repository.' })
  readonly snapshot!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the API key that asked; null without keys.',
  })
  readonly key!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 't0mg2w',
    description: 'Turn whose question it asks again; null where it does not.',
  })
  readonly rerunOf!: string | null;
  @ApiProperty({
    enum: [...CONFIDENCE_LEVELS, null],
    nullable: true,
    description: 'How far the answer can be relied on; null where there is none.',
  })
  readonly confidence!: ConfidenceLevel | null;
  @ApiProperty({ type: 'integer', example: 2, description: 'Rounds of retrieval so far.' })
  readonly passes!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Pieces of evidence.' })
  readonly evidenceCount!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Places that the answer cites.' })
  readonly citationCount!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Calls of a model.' })
  readonly modelCalls!: number;
  @ApiProperty({ type: 'integer', example: 5200, description: 'Tokens sent to models.' })
  readonly inputTokens!: number;
  @ApiProperty({ type: 'integer', example: 340, description: 'Tokens that models wrote.' })
  readonly outputTokens!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.0102,
    description: "By the pipeline's price table, in its currency; null where a model has no price there.",
  })
  readonly cost!: number | null;
  @ApiProperty({ type: RatingsDto, description: 'What callers thought of it.' })
  readonly feedback!: RatingsDto;
}

/** A page of turns. */
export class TurnListDto {
  @ApiProperty({
    type: [ListedTurnDto],
    description: 'Newest first, running ones among them. What they found is in each turn itself.',
  })
  readonly turns!: readonly ListedTurnDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: '`cursor` of the next page; null after the last. It stays right when turns come and go.',
  })
  readonly next!: string | null;
}
