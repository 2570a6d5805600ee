import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';

/** Narrows the search before ranking. */
export class FilterDto {
  @ApiPropertyOptional({
    type: [String],
    example: ['src/billing'],
    description: 'Only files under these folders.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(1_000, { each: true })
  pathPrefixes?: string[];

  @ApiPropertyOptional({
    type: [String],
    example: ['csharp', 'sql'],
    description: 'Only files in these languages.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  languages?: string[];
}

export class AskDto {
  @ApiProperty({
    example: 'What happens to stock when an invoice is cancelled?',
    description: 'At most 32 KB.',
  })
  @IsString()
  question!: string;

  @ApiPropertyOptional({ default: 'code', description: 'Pipeline to answer with; see GET /v1/pipelines.' })
  @IsOptional()
  @Matches(/^[\w.-]{1,100}$/, { message: 'pipeline must be a name of letters, digits, ., _ and -' })
  pipeline?: string;

  @ApiPropertyOptional({ description: 'Session to go on with; left out, a new one begins.' })
  @IsOptional()
  @Matches(/^[\w.-]{1,100}$/, { message: 'session must be a name of letters, digits, ., _ and -' })
  session?: string;

  @ApiPropertyOptional({
    default: false,
    description: 'Begin the named session if you have none of that name.',
  })
  @IsOptional()
  @IsBoolean()
  createSession?: boolean;

  @ApiPropertyOptional({
    default: true,
    description: 'False: the question is translated to English, the answer back.',
  })
  @IsOptional()
  @IsBoolean()
  isEnglish?: boolean;

  @ApiPropertyOptional({ default: false, description: 'Wait for the end instead of 202.' })
  @IsOptional()
  @IsBoolean()
  wait?: boolean;

  @ApiPropertyOptional({ type: FilterDto })
  @IsOptional()
  @ValidateNested()
  @Type(() => FilterDto)
  filter?: FilterDto;
}
