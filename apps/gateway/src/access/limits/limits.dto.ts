import { ApiProperty } from '@nestjs/swagger';

export class LimitsDto {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Most requests in a minute; null: any number.',
  })
  readonly requestsPerMinute!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Most model tokens in a day (UTC); null: any number.',
  })
  readonly tokensPerDay!: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Most money in a day (UTC); null: any amount.',
  })
  readonly costPerDay!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Most turns that run at once; null: any number.',
  })
  readonly turnsAtOnce!: number | null;
}

export class UsageDto {
  @ApiProperty({ example: '2026-11-22', description: 'The day (UTC) that was counted.' })
  readonly day!: string;
  @ApiProperty({ type: 'integer', description: 'Model tokens, in and out, of turns that ended on it.' })
  readonly tokens!: number;
  @ApiProperty({ description: 'Money of those turns, where their pipelines have prices.' })
  readonly cost!: number;
  @ApiProperty({ type: 'integer', description: 'How many of those turns called a model.' })
  readonly turns!: number;
}
