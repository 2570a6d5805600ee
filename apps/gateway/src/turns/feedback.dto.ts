import { ApiProperty } from '@nestjs/swagger';
import { FEEDBACK_REASONS, type FeedbackReason } from '@quarry/application/turns';
import { RATINGS } from './feedback.schema';

export class FeedbackDto {
  @ApiProperty({ description: 'True for yours.' })
  readonly mine!: boolean;
  @ApiProperty({ enum: RATINGS, description: 'Did the answer help?' })
  readonly rating!: 'up' | 'down';
  @ApiProperty({ enum: FEEDBACK_REASONS, isArray: true, description: 'What was right or wrong.' })
  readonly reasons!: readonly FeedbackReason[];
  @ApiProperty({ type: String, nullable: true, description: 'In the words of who gave it.' })
  readonly comment!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of the citation that it is about; null: not one.',
  })
  readonly citation!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Index of the claim that it is about; null: not one.',
  })
  readonly claim!: number | null;
  @ApiProperty({ format: 'date-time', description: 'When it was given, or changed.' })
  readonly at!: string;
}

export class RatingsDto {
  @ApiProperty({ type: 'integer', example: 3, description: 'Callers whom the answer helped.' })
  readonly up!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Callers whom it did not help.' })
  readonly down!: number;
}

/** All feedback of your tenant on one turn. */
export class TurnFeedbackDto extends RatingsDto {
  @ApiProperty({ example: 't0mg2x', description: 'Identity of the turn.' })
  readonly id!: string;
  @ApiProperty({ type: [FeedbackDto], description: 'One of each API key that gave any, latest first.' })
  readonly feedback!: readonly FeedbackDto[];
}
