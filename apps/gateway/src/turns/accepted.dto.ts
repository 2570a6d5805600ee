import { ApiProperty } from '@nestjs/swagger';
import { LinksDto } from './turn.dto';

/** A question was taken; the turn goes on by itself. */
export class AcceptedDto {
  @ApiProperty({ example: 't0mg2x', description: 'Id of the turn.' })
  readonly id!: string;
  @ApiProperty({ example: 's1', description: 'Session of the turn.' })
  readonly session!: string;
  @ApiProperty({
    enum: ['running', 'ended'],
    description: 'Status of the turn; `ended` only for a repeated Idempotency-Key.',
  })
  readonly status!: 'running' | 'ended';
  @ApiProperty({ description: 'True if the Idempotency-Key has been used before: no new turn was started.' })
  readonly existing!: boolean;
  @ApiProperty({ type: LinksDto, description: 'Links to related resources.' })
  readonly links!: LinksDto;
}

/** What became of a wish to cancel. */
export class CancelledDto {
  @ApiProperty({ example: 't0mg2x', description: 'Id of the turn.' })
  readonly id!: string;
  @ApiProperty({ description: 'False if the turn had already ended.' })
  readonly cancelled!: boolean;
  @ApiProperty({ description: 'True if the stored data of the turn was deleted as well.' })
  readonly deleted!: boolean;
}
