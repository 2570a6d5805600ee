import { ApiProperty } from '@nestjs/swagger';
import { OUTCOMES, type Outcome } from '@quarry/turn';
import { RatingsDto } from '../turns/feedback.dto';

export class PassCountDto {
  @ApiProperty({ type: 'integer', example: 2, description: 'Number of retrieval passes.' })
  readonly passes!: number;
  @ApiProperty({ type: 'integer', example: 17, description: 'Number of turns with that many passes.' })
  readonly turns!: number;
}

const share = { type: Number, nullable: true, example: 0.75 } as const;
const mean = { type: Number, nullable: true } as const;

export class PipelineStatisticsDto {
  @ApiProperty({ example: 'code', description: 'Name of the pipeline, in all its versions.' })
  readonly pipeline!: string;
  @ApiProperty({ type: 'integer', example: 40, description: 'Number of finished turns in the history.' })
  readonly turns!: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { answered: 35, partial: 5 },
    description: `Number of turns by outcome: ${OUTCOMES.join(', ')}.`,
  })
  readonly outcomes!: Readonly<Partial<Record<Outcome, number>>>;
  @ApiProperty({
    type: 'integer',
    example: 38,
    description: 'Number of turns whose passes, tokens and time are known.',
  })
  readonly measured!: number;
  @ApiProperty({
    type: [PassCountDto],
    description: 'Number of turns by their number of passes, fewest passes first.',
  })
  readonly passes!: readonly PassCountDto[];
  @ApiProperty({ type: 'integer', example: 20, description: 'Number of requests for more data.' })
  readonly gapsIdentified!: number;
  @ApiProperty({
    type: 'integer',
    example: 15,
    description: 'Number of requests for more data that were resolved.',
  })
  readonly gapsResolved!: number;
  @ApiProperty({
    ...share,
    description: 'Share of the requests that were resolved; null if there were none.',
  })
  readonly gapResolutionRate!: number | null;
  @ApiProperty({ ...share, description: 'Share of the turns that reused evidence of their session.' })
  readonly recallRate!: number | null;
  @ApiProperty({ ...mean, description: 'Mean number of model calls of a turn; null if none was measured.' })
  readonly meanModelCalls!: number | null;
  @ApiProperty({ ...mean, description: 'Mean input tokens of a turn.' })
  readonly meanInputTokens!: number | null;
  @ApiProperty({ ...mean, description: 'Mean output tokens of a turn.' })
  readonly meanOutputTokens!: number | null;
  @ApiProperty({ ...mean, description: 'Mean seconds from the question to the answer.' })
  readonly meanSeconds!: number | null;
  @ApiProperty({ type: RatingsDto, description: 'Feedback of callers on the answers.' })
  readonly feedback!: RatingsDto;
}

export class StatisticsDto {
  @ApiProperty({ type: [PipelineStatisticsDto], description: 'Pipelines, those with the most turns first.' })
  readonly pipelines!: readonly PipelineStatisticsDto[];
}
