import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, Matches, Max, MaxLength, Min } from 'class-validator';
import { FAULT_CODES, type FaultCode } from '@quarry/turn';
import { Optional } from '../http/validation';

class DeadLetterFilterDto {
  @ApiPropertyOptional({ maxLength: 100, description: 'Only of this tenant.' })
  @Optional()
  @MaxLength(100)
  tenant?: string;

  @ApiPropertyOptional({ maxLength: 100, description: 'Only of this pipeline, whatever its version.' })
  @Optional()
  @MaxLength(100)
  pipeline?: string;

  @ApiPropertyOptional({ enum: FAULT_CODES, description: 'Only with this error code.' })
  @Optional()
  @IsIn(FAULT_CODES)
  code?: FaultCode;
}

export class DeadLetterQuery extends DeadLetterFilterDto {
  @ApiPropertyOptional({
    type: 'integer',
    default: 50,
    minimum: 1,
    maximum: 200,
    description: 'Most to list.',
  })
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;

  @ApiPropertyOptional({
    pattern: '^\\d{1,15}-[a-zA-Z0-9_-]{1,64}$',
    description: '`next` of the page before.',
  })
  @Optional()
  @Matches(/^\d{1,15}-[a-zA-Z0-9_-]{1,64}$/)
  after?: string;
}

export class DeadLetterDetailQuery {
  @ApiPropertyOptional({ default: false, description: 'Tell the question, too.' })
  @Optional()
  @Transform(({ obj }: { readonly obj: { readonly question?: unknown } }) =>
    obj.question === 'true' ? true : obj.question === 'false' ? false : obj.question,
  )
  @IsBoolean()
  question?: boolean;
}

export class RetryDto extends DeadLetterFilterDto {
  @ApiPropertyOptional({
    type: 'integer',
    default: 50,
    minimum: 1,
    maximum: 200,
    description: 'Most to retry.',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;
}
