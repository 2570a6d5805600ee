import { ApiProperty } from '@nestjs/swagger';
import { OUTCOMES, type Outcome } from '@quarry/turn';
import { RatingsDto } from '../turns/feedback.dto';

export class PassCountDto {
  @ApiProperty({ type: 'integer', example: 2, description: 'Rounds of retrieval.' })
  readonly passes!: number;
  @ApiProperty({ type: 'integer', example: 17, description: 'Turns that took so many.' })
  readonly turns!: number;
}

const share = { type: Number, nullable: true, example: 0.75 } as const;
const mean = { type: Number, nullable: true } as const;

export class PipelineStatisticsDto {
  @ApiProperty({ example: 'code', description: 'Name of the pipeline, all its versions together.' })
  readonly pipeline!: string;
  @ApiProperty({ type: 'integer', example: 40, description: 'Finished turns that history keeps.' })
  readonly turns!: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { answered: 35, partial: 5 },
    description: `Turns by their outcome: ${OUTCOMES.join(', ')}.`,
  })
  readonly outcomes!: Readonly<Partial<Record<Outcome, number>>>;
  @ApiProperty({ type: 'integer', example: 38, description: 'Turns whose passes, tokens and time are kept.' })
  readonly measured!: number;
  @ApiProperty({ type: [PassCountDto], description: 'Turns by their number of passes, fewest first.' })
  readonly passes!: readonly PassCountDto[];
  @ApiProperty({ type: 'integer', example: 20, description: 'Requests for more data.' })
  readonly gapsIdentified!: number;
  @ApiProperty({ type: 'integer', example: 15, description: 'Those of them that were found.' })
  readonly gapsResolved!: number;
  @ApiProperty({ ...share, description: 'Share of the requests that was found; null where there were none.' })
  readonly gapResolutionRate!: number | null;
  @ApiProperty({ ...share, description: 'Share of turns that were given evidence from their session.' })
  readonly recallRate!: number | null;
  @ApiProperty({ ...mean, description: 'Model calls of a turn, on average; null where none is measured.' })
  readonly meanModelCalls!: number | null;
  @ApiProperty({ ...mean, description: 'Tokens sent to models by a turn, on average.' })
  readonly meanInputTokens!: number | null;
  @ApiProperty({ ...mean, description: 'Tokens that models wrote in a turn, on average.' })
  readonly meanOutputTokens!: number | null;
  @ApiProperty({ ...mean, description: 'Seconds from question to answer, on average.' })
  readonly meanSeconds!: number | null;
  @ApiProperty({ type: RatingsDto, description: 'What callers thought of the answers.' })
  readonly feedback!: RatingsDto;
}

export class StatisticsDto {
  @ApiProperty({ type: [PipelineStatisticsDto], description: 'Pipelines with most turns first.' })
  readonly pipelines!: readonly PipelineStatisticsDto[];
}
