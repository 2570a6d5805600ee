import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RETRIEVAL_MODES, type RetrievalMode } from '@quarry/turn';
import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Optional } from '../http/validation';
import { FilterDto } from '../turns/ask.dto';
import { SnapshotInput } from '../turns/snapshot.input';

/** Characters of a query. */
export const MAX_QUERY = 8_000;
/** Hits of one search. */
export const MAX_HITS = 100;

export class SearchInput extends SnapshotInput {
  @ApiProperty({
    example: 'stock when an invoice is cancelled',
    description: 'What is sought: words, a sentence, a name.',
  })
  @IsString()
  @MaxLength(MAX_QUERY)
  @Matches(/\S/, { message: 'query must not be empty' })
  query!: string;

  @ApiPropertyOptional({
    enum: RETRIEVAL_MODES,
    default: 'hybrid',
    description:
      'By meaning, by words (BM25), or both. Where the index cannot serve it, another one stands in.',
  })
  @Optional()
  @IsIn(RETRIEVAL_MODES)
  mode?: RetrievalMode;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_HITS,
    default: 8,
    description: 'Most hits. There may be fewer: what is not relevant is left out.',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(MAX_HITS)
  topK?: number;

  @ApiPropertyOptional({ type: FilterDto, description: 'Narrows the search before ranking.' })
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => FilterDto)
  filter?: FilterDto;
}
