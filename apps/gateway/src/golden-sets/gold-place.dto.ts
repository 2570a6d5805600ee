import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { GOLDEN_LIMITS } from '@quarry/application/golden-sets';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import { Optional } from '../http/validation';

/** A place that answers a question. */
export class GoldPlaceDto {
  @ApiProperty({
    example: 'db/Stock.sql',
    description: "Path from the repository's root, or the identity of a document of a corpus.",
  })
  @IsString()
  @MinLength(1)
  @MaxLength(GOLDEN_LIMITS.path)
  path!: string;

  @ApiPropertyOptional({
    type: [Number],
    minItems: 2,
    maxItems: 2,
    nullable: true,
    example: [12, 31],
    description:
      'First and last line, from 1, both included: evidence that meets them counts. Null, or left out: any place in the file.',
  })
  @ValidateIf((place: GoldPlaceDto) => place.lines !== undefined && place.lines !== null)
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(2)
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(1_000_000_000, { each: true })
  lines?: readonly number[] | null;

  @ApiPropertyOptional({
    type: 'integer',
    default: 1,
    minimum: 0,
    maximum: 10,
    description: '1 and more: relevant, the more the better; 0: judged, and not relevant.',
  })
  @Optional()
  @IsInt()
  @Min(0)
  @Max(10)
  grade?: number;
}
