import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { GOLDEN_LIMITS, GOLDEN_NAME } from '@quarry/application/golden-sets';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { Optional } from '../http/validation';
import { GoldPlaceDto } from './gold-place.dto';

/** What is expected of a question. */
export class ExpectationsDto {
  @ApiPropertyOptional({ type: [GoldPlaceDto], description: 'Places that a turn should find and cite.' })
  @Optional()
  @IsArray()
  @ArrayMaxSize(GOLDEN_LIMITS.gold)
  @ValidateNested({ each: true })
  @Type(() => GoldPlaceDto)
  gold?: GoldPlaceDto[];

  @ApiPropertyOptional({ type: [String], description: 'Texts of which each answers it, in English.' })
  @Optional()
  @IsArray()
  @ArrayMaxSize(GOLDEN_LIMITS.answers)
  @IsString({ each: true })
  answers?: string[];

  @ApiPropertyOptional({ description: 'True where nothing that is indexed answers it: to say so is right.' })
  @Optional()
  @IsBoolean()
  unanswerable?: boolean;

  @ApiPropertyOptional({ description: 'For people.' })
  @Optional()
  @IsString()
  @MaxLength(GOLDEN_LIMITS.note)
  note?: string;
}

/** A question in other words: everything that is left out is taken away. */
export class ReplaceQuestionDto extends ExpectationsDto {
  @ApiProperty({
    example: 'What happens to stock when an invoice is cancelled?',
    description: 'The question.',
  })
  @IsString()
  text!: string;

  @ApiPropertyOptional({ default: true, description: 'False: it is translated to English first.' })
  @Optional()
  @IsBoolean()
  isEnglish?: boolean;
}

/** A question of a turn, or one that somebody wrote. */
export class AddQuestionDto extends ExpectationsDto {
  @ApiPropertyOptional({
    example: 't0mg2x',
    description:
      'A finished turn: its question, the places that it cited as gold, and its answer as the accepted one. What else is given wins over what the turn has.',
  })
  @Optional()
  @Matches(/^[\w-]{1,64}$/, { message: 'turnId must be the identity of a turn' })
  turnId?: string;

  @ApiPropertyOptional({ description: 'The question, where it is of no turn.' })
  @Optional()
  @IsString()
  text?: string;

  @ApiPropertyOptional({ default: true, description: 'Of `text`: false: it is translated to English first.' })
  @Optional()
  @IsBoolean()
  isEnglish?: boolean;

  @ApiPropertyOptional({
    description: 'With `text`: identity to give it, so that the call may be repeated; else one is made up.',
  })
  @Optional()
  @Matches(GOLDEN_NAME, { message: 'id must be 1 to 100 letters, digits, ., _ or -, the first no sign' })
  id?: string;
}

/** Bodies to try, for the OpenAPI page. */
export const QUESTION_EXAMPLES = {
  turn: { summary: 'Of a turn', value: { turnId: 'ID OF THE TURN' } },
  corrected: {
    summary: 'Of a turn that was wrong',
    value: {
      turnId: 'ID OF THE TURN',
      answers: ['It is put back.'],
      gold: [{ path: 'db/Stock.sql', lines: [12, 31] }],
    },
  },
  written: {
    summary: 'Written by hand',
    value: { text: 'What happens to stock when an invoice is cancelled?', gold: [{ path: 'db/Stock.sql' }] },
  },
};
