import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsObject,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { Optional } from './validation';

/** Narrows the search before ranking. */
export class FilterDto {
  @ApiPropertyOptional({
    type: [String],
    example: ['src/billing'],
    description: 'Only files under these folders.',
  })
  @Optional()
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
  @Optional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  languages?: string[];
}

/** A question, and how to answer it. */
export class AskDto {
  @ApiProperty({
    example: 'What happens to stock when an invoice is cancelled?',
    description: 'At most 32 KB of UTF-8, and `max_question_tokens` of the pipeline.',
  })
  @IsString()
  question!: string;

  @ApiPropertyOptional({ default: 'code', description: 'Pipeline to answer with; see GET /v1/pipelines.' })
  @Optional()
  @Matches(/^[\w.-]{1,100}$/, { message: 'pipeline must be a name of letters, digits, ., _ and -' })
  pipeline?: string;

  @ApiPropertyOptional({ description: 'Session to go on with; left out, a new one begins.' })
  @Optional()
  @Matches(/^[\w.-]{1,100}$/, { message: 'session must be a name of letters, digits, ., _ and -' })
  session?: string;

  @ApiPropertyOptional({
    default: false,
    description: 'Begin the named session if you have none of that name.',
  })
  @Optional()
  @IsBoolean()
  createSession?: boolean;

  @ApiPropertyOptional({
    default: true,
    description: 'False: the question is translated to English, the answer back.',
  })
  @Optional()
  @IsBoolean()
  isEnglish?: boolean;

  @ApiPropertyOptional({
    default: false,
    description:
      'Answer with the finished turn instead of 202. Proxies may not wait that long; the event stream is for them.',
  })
  @Optional()
  @IsBoolean()
  wait?: boolean;

  @ApiPropertyOptional({ type: FilterDto, description: 'Narrows the search before ranking.' })
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => FilterDto)
  filter?: FilterDto;
}

/** Bodies to try, for the OpenAPI page. */
export const ASK_EXAMPLES = {
  ask: {
    summary: 'A question',
    value: { question: 'What happens to stock when an invoice is cancelled?', wait: true },
  },
  followUp: {
    summary: 'A follow-up',
    value: { question: 'And when it is paid?', session: 'NAME OF THE SESSION' },
  },
  narrowed: {
    summary: 'Only in some files',
    value: { question: 'Where is stock written?', filter: { languages: ['sql'], pathPrefixes: ['db'] } },
  },
};
