import { ApiProperty } from '@nestjs/swagger';

export class LimitsDto {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Maximum requests per minute; null for no limit.',
  })
  readonly requestsPerMinute!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Maximum model tokens per day (UTC); null for no limit.',
  })
  readonly tokensPerDay!: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Maximum cost per day (UTC); null for no limit.',
  })
  readonly costPerDay!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Maximum number of concurrent turns; null for no limit.',
  })
  readonly turnsAtOnce!: number | null;
}

export class UsageDto {
  @ApiProperty({ example: '2026-11-22', description: 'Day (UTC) of the usage.' })
  readonly day!: string;
  @ApiProperty({
    type: 'integer',
    description: 'Model tokens, input and output, of turns that ended on this day.',
  })
  readonly tokens!: number;
  @ApiProperty({ description: 'Cost of those turns, as far as their pipelines have prices.' })
  readonly cost!: number;
  @ApiProperty({ type: 'integer', description: 'Number of those turns that called a model.' })
  readonly turns!: number;
}
