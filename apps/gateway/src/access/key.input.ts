import { ApiPropertyOptional, ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '@quarry/application/access';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsPositive,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Optional } from '../http/validation';

/** What a key may use up. */
export class KeyLimitsInput {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 600,
    description: 'Most requests in a minute.',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  requestsPerMinute?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 2_000_000,
    description: 'Most model tokens, in and out, in a day (UTC).',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(1_000_000_000_000)
  tokensPerDay?: number;

  @ApiPropertyOptional({
    type: Number,
    example: 5,
    description: "Most money in a day (UTC), in the currency of the pipelines' price tables.",
  })
  @Optional()
  @IsNumber()
  @IsPositive()
  @Max(1_000_000)
  costPerDay?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 20,
    description: 'Most turns that run at once.',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(100_000)
  turnsAtOnce?: number;
}

/** What somebody wants of a new key. */
export class NewKeyDto {
  @ApiProperty({
    example: 'billing service',
    minLength: 1,
    maxLength: 100,
    description: 'For people: who uses it.',
  })
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  @Matches(/\S/, { message: 'name must not be blank' })
  name!: string;

  @ApiProperty({
    example: 'acme',
    maxLength: 100,
    pattern: '^[a-zA-Z0-9][a-zA-Z0-9._@-]{0,99}$',
    description: 'Whose turns, sessions and repositories the key reaches.',
  })
  @IsString()
  @Matches(/^[a-zA-Z0-9][a-zA-Z0-9._@-]{0,99}$/, {
    message: 'tenant must be 1 to 100 letters, digits, . _ @ or -, the first a letter or a digit',
  })
  tenant!: string;

  @ApiPropertyOptional({ enum: ROLES, default: 'reader', description: 'What it may do: docs/access.md.' })
  @Optional()
  @IsIn(ROLES)
  role?: Role;

  @ApiPropertyOptional({
    type: [String],
    example: ['code'],
    description: 'Pipelines that it may ask with; all where absent.',
  })
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  pipelines?: string[];

  @ApiPropertyOptional({
    type: [String],
    example: ['shop'],
    description: 'Repositories that it may read; all of its tenant, and the shared ones, where absent.',
  })
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @IsString({ each: true })
  @MaxLength(200, { each: true })
  repositories?: string[];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 3_650,
    example: 90,
    description: 'Days until it expires; never where absent.',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(3_650)
  expiresInDays?: number;

  @ApiPropertyOptional({
    type: KeyLimitsInput,
    description: "What it may use up; the installation's settings where absent.",
  })
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => KeyLimitsInput)
  limits?: KeyLimitsInput;
}
