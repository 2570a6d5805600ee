import { ApiProperty } from '@nestjs/swagger';
import { PassCountDto } from './statistics.dto';

const count = { type: 'integer' } as const;
const text = { type: String, nullable: true } as const;
const counts = { type: 'object', additionalProperties: { type: 'integer' } } as const;

export class GroupStatisticsDto {
  @ApiProperty({ ...text, description: 'Tenant; null where turns are not grouped by it.' })
  readonly tenant!: string | null;
  @ApiProperty({ ...text, description: 'Pipeline, all versions together; null where not grouped by it.' })
  readonly pipeline!: string | null;
  @ApiProperty({ ...count, description: 'Turns that ended and are still kept.' })
  readonly turns!: number;
  @ApiProperty({ ...counts, example: { answered: 35, partial: 5 }, description: 'Turns by their outcome.' })
  readonly outcomes!: Readonly<Record<string, number>>;
  @ApiProperty({
    ...counts,
    example: { max_turn_loops: 3 },
    description: 'Turns by the rule that stopped them; those that came to their own end are not in it.',
  })
  readonly stops!: Readonly<Record<string, number>>;
  @ApiProperty({ type: [PassCountDto], description: 'Turns by their number of passes, fewest first.' })
  readonly passes!: readonly PassCountDto[];
  @ApiProperty({ ...count, description: 'Requests for more data.' })
  readonly gapsIdentified!: number;
  @ApiProperty({ ...count, description: 'Those of them that were found.' })
  readonly gapsResolved!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Share of the requests that was found; null without any.',
  })
  readonly gapResolutionRate!: number | null;
  @ApiProperty({ type: Number, description: 'Share of the turns that ended `insufficient`.' })
  readonly abstentionRate!: number;
  @ApiProperty({ ...count, description: 'Model calls.' })
  readonly modelCalls!: number;
  @ApiProperty({ ...count, description: 'Tokens sent to models.' })
  readonly inputTokens!: number;
  @ApiProperty({ ...count, description: 'Tokens that models wrote.' })
  readonly outputTokens!: number;
  @ApiProperty({ type: Number, description: 'Cost of the turns whose every call has a price.' })
  readonly cost!: number;
  @ApiProperty({ ...count, description: 'Turns whose every call has a price.' })
  readonly priced!: number;
  @ApiProperty({ type: Number, description: 'Seconds from question to end, on average.' })
  readonly meanSeconds!: number;
}

export class InstallationStatisticsDto {
  @ApiProperty({ type: [GroupStatisticsDto], description: 'Groups with most turns first.' })
  readonly groups!: readonly GroupStatisticsDto[];
}
