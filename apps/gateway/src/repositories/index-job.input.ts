import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Optional } from '../http/validation';

/** Where the text comes from. */
export class IndexSourceDto {
  @ApiProperty({
    example: '/srv/sources/acme/shop',
    description:
      'Absolute path of a folder or a file on the machines of the indexers, below one of QUARRY_INDEX_ROOTS.',
  })
  @IsString()
  @MinLength(1)
  @MaxLength(1_000)
  path!: string;
}

export class IndexChunkingDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 100,
    maximum: 8_000,
    description: 'Tokens of a chunk of prose; left out, as before, at first 512.',
  })
  @Optional()
  @IsInt()
  @Min(100)
  @Max(8_000)
  tokens?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 4_000,
    description:
      'Tokens that a chunk repeats of the one before, at most half; left out, as before, at first 64.',
  })
  @Optional()
  @IsInt()
  @Min(0)
  @Max(4_000)
  overlap?: number;
}

export class BeginIndexJobDto {
  @ApiProperty({
    example: 'shop',
    description:
      'Name of the repository, of 1 to 100 letters, digits, `.`, `_` and `-`; one that is there is brought up to date.',
  })
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  repository!: string;

  @ApiPropertyOptional({
    default: 'current',
    description: 'Name of this state of it, of the same characters.',
  })
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  snapshot?: string;

  @ApiProperty({ type: IndexSourceDto, description: 'What is to be indexed.' })
  @IsObject()
  @ValidateNested()
  @Type(() => IndexSourceDto)
  source!: IndexSourceDto;

  @ApiPropertyOptional({
    default: false,
    description: 'Begin from nothing: after damage, or for another embedding model.',
  })
  @Optional()
  @IsBoolean()
  rebuild?: boolean;

  @ApiPropertyOptional({
    default: true,
    description: 'False: keywords and graph only; much faster, less found.',
  })
  @Optional()
  @IsBoolean()
  vectors?: boolean;

  @ApiPropertyOptional({ type: IndexChunkingDto, description: 'How prose is cut.' })
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => IndexChunkingDto)
  chunking?: IndexChunkingDto;

  @ApiPropertyOptional({
    enum: ['extractive', 'model'],
    description:
      'Who says what a section holds: its first sentences, or the chat model; left out, the model where one is set.',
  })
  @Optional()
  @IsIn(['extractive', 'model'])
  summaries?: 'extractive' | 'model';
}
