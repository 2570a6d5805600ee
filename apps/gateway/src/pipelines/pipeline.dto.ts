import { ApiProperty } from '@nestjs/swagger';

export class PipelineDto {
  @ApiProperty({ example: 'code', description: 'Name to ask with.' })
  readonly name!: string;
  @ApiProperty({ example: '1f2e3d4c5b6a7988', description: 'Digest of its content; turns keep it.' })
  readonly digest!: string;
  @ApiProperty({ description: 'What it is for.' })
  readonly description!: string;
}

export class PipelineListDto {
  @ApiProperty({ type: [PipelineDto], description: 'Pipelines that questions can be asked with.' })
  readonly pipelines!: readonly PipelineDto[];
}

/** Where a part of a pipeline stands in its files. */
export class PipelinePlaceDto {
  @ApiProperty({
    example: 'base',
    description: 'The pipeline whose file it is: this one, or one that it extends.',
  })
  readonly pipeline!: string;
  @ApiProperty({ example: 'pipelines/base/pipeline.yaml', description: 'From the folder of pipelines on.' })
  readonly file!: string;
  @ApiProperty({ type: 'integer', minimum: 1, example: 8, description: 'Line in that file, from 1.' })
  readonly line!: number;
}

export class StepDto {
  @ApiProperty({ example: 'fetch', description: 'Name within the pipeline.' })
  readonly id!: string;
  @ApiProperty({ example: 'retriever', description: 'Service that runs it.' })
  readonly service!: string;
  @ApiProperty({ example: 'fetch_more_context', description: 'Action that it runs.' })
  readonly action!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Outcome of the action → next step; empty where the pipeline ends here.',
  })
  readonly on!: Readonly<Record<string, string>>;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Parameters of the action, with defaults filled in.',
  })
  readonly params!: object;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'empty',
    description:
      'Outcome with which a turn goes on where the store is away; null where it waits, then fails.',
  })
  readonly onUnavailable!: string | null;
  @ApiProperty({ description: 'True for a last step: after it the turn is over.' })
  readonly end!: boolean;
  @ApiProperty({ description: 'True for a loop guard: its outcome `again` begins another pass.' })
  readonly guard!: boolean;
  @ApiProperty({
    type: PipelinePlaceDto,
    nullable: true,
    description: 'Where it is defined; null where the files have changed since.',
  })
  readonly source!: PipelinePlaceDto | null;
}

/** The steps of a pipeline, enough to draw it. */
export class PipelineStepsDto {
  @ApiProperty({ example: 'translate_in', description: 'Step where a turn begins.' })
  readonly entry!: string;
  @ApiProperty({ type: [StepDto], description: 'Steps after inheritance.' })
  readonly steps!: readonly StepDto[];
}
