import { ApiProperty } from '@nestjs/swagger';
import { LinksDto } from './turn.dto';

/** A question was taken; the turn goes on by itself. */
export class AcceptedDto {
  @ApiProperty({ example: 't0mg2x', description: 'Identity of the turn.' })
  readonly id!: string;
  @ApiProperty({ example: 's1', description: 'Session that it belongs to.' })
  readonly session!: string;
  @ApiProperty({ enum: ['running', 'ended'], description: '`ended` only for a repeated Idempotency-Key.' })
  readonly status!: 'running' | 'ended';
  @ApiProperty({ description: 'True where the Idempotency-Key was seen before: nothing new was begun.' })
  readonly existing!: boolean;
  @ApiProperty({ type: LinksDto, description: 'Where to go on from here.' })
  readonly links!: LinksDto;
}

/** What became of a wish to cancel. */
export class CancelledDto {
  @ApiProperty({ example: 't0mg2x', description: 'Identity of the turn.' })
  readonly id!: string;
  @ApiProperty({ description: 'False where the turn was over already.' })
  readonly cancelled!: boolean;
  @ApiProperty({ description: 'True where what is kept of it was deleted, too.' })
  readonly deleted!: boolean;
}
