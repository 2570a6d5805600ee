import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { GOLDEN_LIMITS, GOLDEN_NAME } from '@quarry/application/golden-sets';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { Optional } from '../http/validation';
import { SnapshotInput } from '../turns/snapshot.input';

/** Names of pipelines, each once. */
class PipelinesInput extends SnapshotInput {
  @ApiProperty({
    type: [String],
    example: ['code', 'cgrag'],
    description: `Pipelines to ask, at most ${GOLDEN_LIMITS.pipelines}; see GET /v1/pipelines.`,
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(GOLDEN_LIMITS.pipelines)
  @ArrayUnique()
  @Matches(/^[\w.-]{1,100}$/, {
    each: true,
    message: 'pipelines must be names of letters, digits, ., _ and -',
  })
  pipelines!: string[];
}

export class CreateGoldenSetDto {
  @ApiProperty({
    example: 'billing',
    description: '1 to 100 letters, digits, `.`, `_` or `-`, the first no sign.',
  })
  @Matches(GOLDEN_NAME, { message: 'name must be 1 to 100 letters, digits, ., _ or -, the first no sign' })
  name!: string;

  @ApiPropertyOptional({ default: '', description: 'What it is about, for people.' })
  @Optional()
  @IsString()
  @MaxLength(GOLDEN_LIMITS.note)
  description?: string;
}

/** When a set is run by itself; neither `everyHours` nor `onPipelineChange`: never. */
export class ScheduleInput extends PipelinesInput {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 8_760,
    example: 24,
    description: 'Hours from one run to the next.',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(8_760)
  everyHours?: number;

  @ApiPropertyOptional({
    default: false,
    description: 'Run again when one of the pipelines has another version than in the last run.',
  })
  @Optional()
  @IsBoolean()
  onPipelineChange?: boolean;
}

export class BeginRunDto extends PipelinesInput {}

export class ComparisonQuery {
  @ApiProperty({
    example: 'r1f2e3d:code',
    description:
      'The run to compare with, and which of its pipelines where it asked several: `RUN` or `RUN:PIPELINE`.',
  })
  @Matches(/^\w{1,64}(?::[\w.@-]{1,200})?$/, { message: 'base must be RUN or RUN:PIPELINE' })
  base!: string;

  @ApiProperty({ example: 'r4a5b6c:code', description: 'The run that is compared, in the same form.' })
  @Matches(/^\w{1,64}(?::[\w.@-]{1,200})?$/, { message: 'with must be RUN or RUN:PIPELINE' })
  with!: string;
}
