import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DEPTHS, type Depth } from '@quarry/turn';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
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
  ValidateNested,
} from 'class-validator';
import { Optional } from '../http/validation';
import { SnapshotInput } from './snapshot.input';

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

/** What a question may spend. Where the pipeline has a limit as well, the smaller one holds. */
export class BudgetDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    example: 20_000,
    description: 'Model tokens, in and out.',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  tokens?: number;

  @ApiPropertyOptional({
    type: Number,
    example: 0.05,
    description: "Money, in the currency of the pipeline's price table, which there must be.",
  })
  @Optional()
  @IsNumber()
  @IsPositive()
  @Max(1_000_000)
  cost?: number;

  @ApiPropertyOptional({
    type: Number,
    minimum: 1,
    maximum: 3_600,
    example: 60,
    description: 'Seconds from the question to the end of the turn.',
  })
  @Optional()
  @IsNumber()
  @Min(1)
  @Max(3_600)
  seconds?: number;
}

/** A question, and how to answer it. */
export class AskDto extends SnapshotInput {
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

  @ApiPropertyOptional({
    default: false,
    description: "Answer at once with the turn's log as server-sent events, until its end.",
  })
  @Optional()
  @IsBoolean()
  stream?: boolean;

  @ApiPropertyOptional({ type: FilterDto, description: 'Narrows the search before ranking.' })
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => FilterDto)
  filter?: FilterDto;

  @ApiPropertyOptional({
    enum: DEPTHS,
    default: 'auto',
    description:
      '`fast`: one pass · `auto`: as the pipeline says · `deep`: half as many hits again, and twice the follow-up passes.',
  })
  @Optional()
  @IsIn(DEPTHS)
  depth?: Depth;

  @ApiPropertyOptional({
    type: BudgetDto,
    description:
      'What the question may spend. Where another pass would exceed it, the turn ends with outcome `budget` in the best answer so far.',
  })
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => BudgetDto)
  budget?: BudgetDto;
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
  bounded: {
    summary: 'Within a budget',
    value: {
      question: 'What happens to stock when an invoice is cancelled?',
      depth: 'deep',
      budget: { tokens: 20_000, seconds: 60 },
    },
  },
  narrowed: {
    summary: 'Only in some files',
    value: { question: 'Where is stock written?', filter: { languages: ['sql'], pathPrefixes: ['db'] } },
  },
};
