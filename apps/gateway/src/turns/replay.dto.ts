import { ApiProperty } from '@nestjs/swagger';

export class ReplayedPipelineDto {
  @ApiProperty({ description: 'Version that the turn used: `name@digest`.' })
  recorded!: string;

  @ApiProperty({ description: 'Version that was replayed; differs if the pipeline has changed.' })
  replayed!: string;
}

export class ReplayedStepsDto {
  @ApiProperty({ type: 'integer', description: 'Number of finished steps in the record.' })
  recorded!: number;

  @ApiProperty({ type: 'integer', description: 'Number of replayed steps.' })
  replayed!: number;
}

export class ReplaySpentDto {
  @ApiProperty({ type: 'integer', description: 'Number of calls of the live model.' })
  modelCalls!: number;

  @ApiProperty({ type: 'integer', description: 'Input tokens of these calls.' })
  inputTokens!: number;

  @ApiProperty({ type: 'integer', description: 'Output tokens of these calls.' })
  outputTokens!: number;
}

export class ReplayDifferenceDto {
  @ApiProperty({ type: 'integer', description: 'Number of the step within the turn, from 1.' })
  at!: number;

  @ApiProperty({ description: 'Id of the step in the pipeline.' })
  step!: string;

  @ApiProperty({ type: 'integer', description: 'The pass that the step belongs to, from 1.' })
  pass!: number;

  @ApiProperty({
    enum: ['prompt', 'search', 'route', 'evidence', 'effect', 'answer', 'end'],
    description: 'What differs; `effect`: another event that results from the step.',
  })
  what!: 'prompt' | 'search' | 'route' | 'evidence' | 'effect' | 'answer' | 'end';

  @ApiProperty({ description: 'Recorded value, shortened to the first difference.' })
  recorded!: string;

  @ApiProperty({ description: 'Value of the replay.' })
  cameOut!: string;
}

export class ReplayDto {
  @ApiProperty({ description: 'Id of the recorded turn.' })
  turnId!: string;

  @ApiProperty({
    enum: ['same', 'different', 'incomplete'],
    description:
      '`incomplete`: the same as far as it could be replayed, but the record lacks what the rest needs. Prompts, searches, route, ' +
      'evidence, answer and end are compared.',
  })
  verdict!: 'same' | 'different' | 'incomplete';

  @ApiProperty({ type: ReplayedPipelineDto, description: 'Versions of the pipeline.' })
  pipeline!: ReplayedPipelineDto;

  @ApiProperty({ type: ReplayedStepsDto, description: 'How far the replay went.' })
  steps!: ReplayedStepsDto;

  @ApiProperty({ enum: ['recorded', 'live', 'extractive'], description: 'Where replies came from.' })
  model!: 'recorded' | 'live' | 'extractive';

  @ApiProperty({
    enum: ['recorded', 'live'],
    description: 'Where results of searches and lookups came from.',
  })
  searches!: 'recorded' | 'live';

  @ApiProperty({
    type: ReplayDifferenceDto,
    nullable: true,
    description: 'The first step that differs; null if none does.',
  })
  difference!: ReplayDifferenceDto | null;

  @ApiProperty({
    type: [String],
    description: 'What has changed since the turn or was not recorded, in words.',
  })
  notes!: readonly string[];

  @ApiProperty({
    type: ReplaySpentDto,
    description: 'What the replay spent: zero unless it asked the live model.',
  })
  spent!: ReplaySpentDto;
}
