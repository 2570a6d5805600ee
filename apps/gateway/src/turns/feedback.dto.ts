import { ApiProperty } from '@nestjs/swagger';
import { FEEDBACK_REASONS, type FeedbackReason } from '@quarry/application/turns';
import { RATINGS } from './feedback.schema';

export class FeedbackDto {
  @ApiProperty({ description: 'True for your own feedback.' })
  readonly mine!: boolean;
  @ApiProperty({ enum: RATINGS, description: 'Whether the answer helped.' })
  readonly rating!: 'up' | 'down';
  @ApiProperty({ enum: FEEDBACK_REASONS, isArray: true, description: 'What was right or wrong.' })
  readonly reasons!: readonly FeedbackReason[];
  @ApiProperty({ type: String, nullable: true, description: 'Comment; null if there is none.' })
  readonly comment!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of the citation that the feedback is about; null for none.',
  })
  readonly citation!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Index of the claim that the feedback is about; null for none.',
  })
  readonly claim!: number | null;
  @ApiProperty({ format: 'date-time', description: 'Time of the feedback or of its last change.' })
  readonly at!: string;
}

export class RatingsDto {
  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'Number of callers who rated the answer as helpful.',
  })
  readonly up!: number;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Number of callers who rated the answer as not helpful.',
  })
  readonly down!: number;
}

/** All feedback of your tenant on one turn. */
export class TurnFeedbackDto extends RatingsDto {
  @ApiProperty({ example: 't0mg2x', description: 'Id of the turn.' })
  readonly id!: string;
  @ApiProperty({ type: [FeedbackDto], description: 'Feedback, at most one per API key, latest first.' })
  readonly feedback!: readonly FeedbackDto[];
}
