import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { Optional } from '../http/validation';

const LIMIT = { type: 'integer', default: 100, minimum: 1, maximum: 200 } as const;
const AFTER = { type: 'integer', default: 0, minimum: 0, maximum: 1_000_000_000 } as const;

/** A page of the list of sessions. */
export class SessionPageQuery {
  @ApiPropertyOptional({ ...LIMIT, description: 'Most sessions of a page.' })
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;

  @ApiPropertyOptional({
    ...AFTER,
    description: '`next` of the page before: how many sessions to leave out.',
  })
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  after?: number;
}

/** A page of a session's turns. */
export class TurnPageQuery {
  @ApiPropertyOptional({ ...LIMIT, description: 'Most remembered turns of a page.' })
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;

  @ApiPropertyOptional({
    ...AFTER,
    description: '`next` of the page before: number of the last turn that you have seen.',
  })
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  after?: number;
}
