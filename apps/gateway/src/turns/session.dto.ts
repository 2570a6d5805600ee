import { ApiProperty } from '@nestjs/swagger';
import { TurnDto } from './turn.dto';

export class SessionDto {
  @ApiProperty({ example: 's1', description: 'Name of the session.' })
  readonly session!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'What happens to stock when an invoice is cancelled?',
    description:
      'Its first question, or the beginning of it; null where you may not read it, or it was deleted.',
  })
  readonly title!: string | null;
  @ApiProperty({ type: 'integer', example: 3, description: 'Turns that it remembers.' })
  readonly turns!: number;
  @ApiProperty({ format: 'date-time', description: 'When its last remembered question was asked.' })
  readonly lastAskedAt!: string;
}

export class SessionListDto {
  @ApiProperty({ type: [SessionDto], description: 'Most recent first.' })
  readonly sessions!: readonly SessionDto[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '`after` of the next page; null where there is none.',
  })
  readonly next!: number | null;
}

/** Rolling summary of a session's older turns. */
export class SummaryDto {
  @ApiProperty({ description: 'The summary, in English.' })
  readonly text!: string;
  @ApiProperty({ type: 'integer', example: 2, description: 'Grows by one with each rewrite.' })
  readonly version!: number;
  @ApiProperty({
    type: 'integer',
    example: 6,
    description: 'Number of the last turn that it covers, from 1.',
  })
  readonly upTo!: number;
}

export class SessionDetailDto {
  @ApiProperty({ example: 's1', description: 'Name of the session.' })
  readonly session!: string;
  @ApiProperty({
    type: SummaryDto,
    nullable: true,
    description: 'Summary of older turns; null while none was needed.',
  })
  readonly summary!: SummaryDto | null;
  @ApiProperty({
    type: [TurnDto],
    description: 'Remembered turns, oldest first; on the last page then those that still run.',
  })
  readonly turns!: readonly TurnDto[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '`after` of the next page; null where there is none.',
  })
  readonly next!: number | null;
}

export class SessionDeletedDto {
  @ApiProperty({ example: 's1', description: 'Name of the session.' })
  readonly session!: string;
  @ApiProperty({ description: 'Always true; a session that is not there is a problem.' })
  readonly deleted!: boolean;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Running turns of the session that were cancelled.',
  })
  readonly cancelledTurns!: number;
}
