import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** One model call. */
export class PaidCallDto {
  @ApiProperty({ example: 'gpt-5', description: 'Model that was called.' })
  readonly model!: string;
  @ApiProperty({ example: 'answer', description: 'Step that called the model.' })
  readonly step!: string;
  @ApiProperty({ type: 'integer', example: 2600, description: 'Input tokens.' })
  readonly inputTokens!: number;
  @ApiProperty({ type: 'integer', example: 170, description: 'Output tokens.' })
  readonly outputTokens!: number;
  @ApiPropertyOptional({
    type: 'integer',
    example: 2048,
    description:
      'Those of the input tokens that the provider read from its cache; absent if it reported none.',
  })
  readonly cachedTokens?: number;
  @ApiPropertyOptional({
    type: 'integer',
    example: 320,
    description:
      'Those of the input tokens that the provider wrote to its cache at a price of their own; absent if it reported none.',
  })
  readonly cacheWriteTokens?: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.0051,
    description: "Cost according to the pipeline's price table; null if the model has no price there.",
  })
  readonly cost!: number | null;
}

export class SpentDto {
  @ApiProperty({ type: 'integer', example: 3, description: 'Number of model calls.' })
  readonly modelCalls!: number;
  @ApiProperty({ type: 'integer', example: 5200, description: 'Input tokens of the model calls.' })
  readonly inputTokens!: number;
  @ApiProperty({ type: 'integer', example: 340, description: 'Output tokens of the model calls.' })
  readonly outputTokens!: number;
  @ApiPropertyOptional({
    type: 'integer',
    example: 2048,
    description:
      'Those of the input tokens that providers read from their caches; absent if none was reported.',
  })
  readonly cachedTokens?: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.0102,
    description: "Cost according to the pipeline's price table; null if a model has no price there.",
  })
  readonly cost!: number | null;
  @ApiProperty({ type: [PaidCallDto], description: 'Model calls, oldest first; they add up to the totals.' })
  readonly calls!: readonly PaidCallDto[];
}
