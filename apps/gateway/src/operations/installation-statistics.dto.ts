import { ApiProperty } from '@nestjs/swagger';
import { PassCountDto } from './statistics.dto';

const count = { type: 'integer' } as const;
const text = { type: String, nullable: true } as const;
const counts = { type: 'object', additionalProperties: { type: 'integer' } } as const;

export class GroupStatisticsDto {
  @ApiProperty({ ...text, description: 'Tenant; null if turns are not grouped by tenant.' })
  readonly tenant!: string | null;
  @ApiProperty({
    ...text,
    description: 'Pipeline, in all its versions; null if turns are not grouped by pipeline.',
  })
  readonly pipeline!: string | null;
  @ApiProperty({ ...count, description: 'Number of ended turns in the retention period.' })
  readonly turns!: number;
  @ApiProperty({
    ...counts,
    example: { answered: 35, partial: 5 },
    description: 'Number of turns by outcome.',
  })
  readonly outcomes!: Readonly<Record<string, number>>;
  @ApiProperty({
    ...counts,
    example: { max_turn_loops: 3 },
    description:
      'Number of turns by the rule that stopped them. Turns that no rule stopped are not included.',
  })
  readonly stops!: Readonly<Record<string, number>>;
  @ApiProperty({
    type: [PassCountDto],
    description: 'Number of turns by their number of passes, fewest passes first.',
  })
  readonly passes!: readonly PassCountDto[];
  @ApiProperty({ ...count, description: 'Number of requests for more data.' })
  readonly gapsIdentified!: number;
  @ApiProperty({ ...count, description: 'Number of requests for more data that were resolved.' })
  readonly gapsResolved!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Share of the requests that were resolved; null if there were none.',
  })
  readonly gapResolutionRate!: number | null;
  @ApiProperty({ type: Number, description: 'Share of the turns with the outcome `insufficient`.' })
  readonly abstentionRate!: number;
  @ApiProperty({ ...count, description: 'Number of model calls.' })
  readonly modelCalls!: number;
  @ApiProperty({ ...count, description: 'Input tokens of the model calls.' })
  readonly inputTokens!: number;
  @ApiProperty({ ...count, description: 'Output tokens of the model calls.' })
  readonly outputTokens!: number;
  @ApiProperty({ type: Number, description: 'Cost of the turns in which every model call has a price.' })
  readonly cost!: number;
  @ApiProperty({ ...count, description: 'Number of turns in which every model call has a price.' })
  readonly priced!: number;
  @ApiProperty({ type: Number, description: 'Mean seconds from the question to the end of the turn.' })
  readonly meanSeconds!: number;
}

export class InstallationStatisticsDto {
  @ApiProperty({ type: [GroupStatisticsDto], description: 'Groups, those with the most turns first.' })
  readonly groups!: readonly GroupStatisticsDto[];
}
