import { ApiProperty, PickType } from '@nestjs/swagger';
import { TurnDto } from './turn.dto';

export class SessionDto {
  @ApiProperty({ example: 's1', description: 'Name of the session.' })
  readonly session!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'What happens to stock when an invoice is cancelled?',
    description:
      'First question of the session, possibly truncated; null if you cannot read it or it was deleted.',
  })
  readonly title!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Stock and cancellations',
    description: 'Name that a reader gave the session; null without one.',
  })
  readonly name!: string | null;
  @ApiProperty({ description: 'True if a reader pinned the session. The order of the list stays the same.' })
  readonly pinned!: boolean;
  @ApiProperty({ type: 'integer', example: 3, description: 'Number of stored turns.' })
  readonly turns!: number;
  @ApiProperty({ format: 'date-time', description: 'Time of the last stored question.' })
  readonly lastAskedAt!: string;
}

export class SessionListDto {
  @ApiProperty({ type: [SessionDto], description: 'Sessions, most recent first.' })
  readonly sessions!: readonly SessionDto[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '`after` of the next page; null on the last page.',
  })
  readonly next!: number | null;
}

/** Rolling summary of a session's older turns. */
export class SummaryDto {
  @ApiProperty({ description: 'The summary, in English.' })
  readonly text!: string;
  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Revision, which increases by one with each rewrite.',
  })
  readonly version!: number;
  @ApiProperty({
    type: 'integer',
    example: 6,
    description: 'Number of the last turn that the summary covers, from 1.',
  })
  readonly upTo!: number;
}

export class SessionDetailDto extends PickType(SessionDto, ['session', 'title', 'name', 'pinned']) {
  @ApiProperty({
    type: SummaryDto,
    nullable: true,
    description: 'Summary of older turns; null if there is none yet.',
  })
  readonly summary!: SummaryDto | null;
  @ApiProperty({
    type: [TurnDto],
    description: 'Stored turns, oldest first; the last page ends with the running turns.',
  })
  readonly turns!: readonly TurnDto[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '`after` of the next page; null on the last page.',
  })
  readonly next!: number | null;
}

export class SessionDeletedDto {
  @ApiProperty({ example: 's1', description: 'Name of the session.' })
  readonly session!: string;
  @ApiProperty({ description: 'Always true. An unknown session is a problem response.' })
  readonly deleted!: boolean;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Number of running turns that were cancelled.',
  })
  readonly cancelledTurns!: number;
}
