import { ApiProperty } from '@nestjs/swagger';
import { TurnDto } from '../turns/turn.dto';
import { RevisionChangesDto } from './revision-changes.dto';

/** One of the two answers. */
export class RevisionAnswerDto {
  @ApiProperty({
    example: 'v1.2',
    description: 'Name of the snapshot; several names, separated by commas, if repositories differ.',
  })
  readonly snapshot!: string;
  @ApiProperty({ type: TurnDto, description: 'The turn as `GET /v1/turns/{id}` shows it.' })
  readonly turn!: TurnDto;
}

export class RevisionComparisonLinksDto {
  @ApiProperty({ description: 'The comparison.' })
  readonly self!: string;
}

/** Two answers to one question, and what changed between their revisions. */
export class RevisionComparisonDto {
  @ApiProperty({
    example: 't0mg2x.t0mg2y',
    description: 'Id of the comparison: the ids of its turns. It exists as long as both of them.',
  })
  readonly id!: string;
  @ApiProperty({ enum: ['running', 'ended'], description: '`ended` once both turns have ended.' })
  readonly status!: 'running' | 'ended';
  @ApiProperty({ description: 'The question, as it was asked.' })
  readonly question!: string;
  @ApiProperty({ type: RevisionAnswerDto, description: 'The answer at the older snapshot.' })
  readonly from!: RevisionAnswerDto;
  @ApiProperty({ type: RevisionAnswerDto, description: 'The answer at the newer snapshot.' })
  readonly to!: RevisionAnswerDto;
  @ApiProperty({
    type: RevisionChangesDto,
    nullable: true,
    description: 'What changed; null while it runs, and if one of the turns has no answer.',
  })
  readonly comparison!: RevisionChangesDto | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why there is nothing to compare; null while it runs, and if there is.',
  })
  readonly reason!: string | null;
  @ApiProperty({ type: RevisionComparisonLinksDto, description: 'Links to related resources.' })
  readonly links!: RevisionComparisonLinksDto;
}

/** An accepted comparison; its turns run in the background. */
export class AcceptedComparisonDto {
  @ApiProperty({ example: 't0mg2x.t0mg2y', description: 'Id of the comparison.' })
  readonly id!: string;
  @ApiProperty({ description: 'True if the Idempotency-Key has been used before: nothing new was started.' })
  readonly existing!: boolean;
  @ApiProperty({ type: RevisionComparisonLinksDto, description: 'Links to related resources.' })
  readonly links!: RevisionComparisonLinksDto;
}
