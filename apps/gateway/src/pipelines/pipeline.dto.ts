import { ApiProperty } from '@nestjs/swagger';

export class PipelineDto {
  @ApiProperty({ example: 'code', description: 'Name of the pipeline, as in a question.' })
  readonly name!: string;
  @ApiProperty({
    example: '1f2e3d4c5b6a7988',
    description: 'Digest of its content, which is stored with each turn.',
  })
  readonly digest!: string;
  @ApiProperty({ description: 'Description of the pipeline.' })
  readonly description!: string;
}

export class PipelineListDto {
  @ApiProperty({ type: [PipelineDto], description: 'Pipelines that the caller can use.' })
  readonly pipelines!: readonly PipelineDto[];
}

/** Where a part of a pipeline stands in its files. */
export class PipelinePlaceDto {
  @ApiProperty({
    example: 'base',
    description: 'Pipeline of the file: this one, or one that it extends.',
  })
  readonly pipeline!: string;
  @ApiProperty({
    example: 'pipelines/base/pipeline.yaml',
    description: 'Path relative to the pipelines folder.',
  })
  readonly file!: string;
  @ApiProperty({ type: 'integer', minimum: 1, example: 8, description: 'Line in that file, from 1.' })
  readonly line!: number;
}

export class StepDto {
  @ApiProperty({ example: 'fetch', description: 'Id of the step within the pipeline.' })
  readonly id!: string;
  @ApiProperty({ example: 'retriever', description: 'Service that runs it.' })
  readonly service!: string;
  @ApiProperty({ example: 'fetch_more_context', description: 'Action that it runs.' })
  readonly action!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Next step for each outcome of the action; empty if the pipeline ends here.',
  })
  readonly on!: Readonly<Record<string, string>>;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Parameters of the action, including defaults.',
  })
  readonly params!: object;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'empty',
    description:
      'Outcome with which a turn continues if the store is unavailable; null if the turn waits and then ' +
      'fails.',
  })
  readonly onUnavailable!: string | null;
  @ApiProperty({ description: 'True if the turn ends after this step.' })
  readonly end!: boolean;
  @ApiProperty({ description: 'True for a loop guard: its outcome `again` starts another pass.' })
  readonly guard!: boolean;
  @ApiProperty({
    type: PipelinePlaceDto,
    nullable: true,
    description: 'Place of the definition; null if the files have changed since it was loaded.',
  })
  readonly source!: PipelinePlaceDto | null;
}

/** The steps of a pipeline, enough to draw it. */
export class PipelineStepsDto {
  @ApiProperty({ example: 'translate_in', description: 'First step of a turn.' })
  readonly entry!: string;
  @ApiProperty({ type: [StepDto], description: 'Steps after inheritance.' })
  readonly steps!: readonly StepDto[];
}
