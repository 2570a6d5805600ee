import { ApiPropertyOptional } from '@nestjs/swagger';
import { OUTCOMES, type Outcome } from '@quarry/turn';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsISO8601, IsString, Max, MaxLength, Min } from 'class-validator';
import { Optional } from '../http/validation';

/** Which turns to list; what is left out does not narrow the list. */
export class ListTurnsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    default: 20,
    minimum: 1,
    maximum: 200,
    description: 'Most turns of a page.',
  })
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;

  @ApiPropertyOptional({ maxLength: 300, description: '`next` of the page before.' })
  @Optional()
  @IsString()
  @MaxLength(300)
  cursor?: string;

  @ApiPropertyOptional({ maxLength: 100, description: 'Only turns of this session.' })
  @Optional()
  @IsString()
  @MaxLength(100)
  session?: string;

  @ApiPropertyOptional({
    maxLength: 100,
    description: 'Only turns of this pipeline, by its name, whatever its version.',
  })
  @Optional()
  @IsString()
  @MaxLength(100)
  pipeline?: string;

  @ApiPropertyOptional({
    enum: OUTCOMES,
    description: 'Only turns that ended so. Running ones have no outcome.',
  })
  @Optional()
  @IsIn(OUTCOMES)
  outcome?: Outcome;

  @ApiPropertyOptional({
    maxLength: 100,
    example: 'budget',
    description: 'Only turns to which this rule of the loop guard refused another pass.',
  })
  @Optional()
  @IsString()
  @MaxLength(100)
  stopRule?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only turns that were asked then or later.' })
  @Optional()
  @IsISO8601({ strict: true })
  since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Only turns that were asked before then.' })
  @Optional()
  @IsISO8601({ strict: true })
  until?: string;

  @ApiPropertyOptional({
    maxLength: 500,
    example: 'invoice cancel',
    description:
      'Only turns whose question or answer has all these words, in any order and case; a word may be the beginning of one there. ' +
      'The first 16 words count.',
  })
  @Optional()
  @IsString()
  @MaxLength(500)
  q?: string;

  @ApiPropertyOptional({
    maxLength: 200,
    description: 'Only turns about this repository; see GET /v1/repositories.',
  })
  @Optional()
  @IsString()
  @MaxLength(200)
  repository?: string;

  @ApiPropertyOptional({ maxLength: 200, description: 'Only turns that the API key with this id asked.' })
  @Optional()
  @IsString()
  @MaxLength(200)
  key?: string;
}
