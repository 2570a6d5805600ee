import { ApiProperty } from '@nestjs/swagger';
import { FileProblemDto } from './file-problem.dto';
import { PipelineDto, PipelinePlaceDto, StepDto } from './pipeline.dto';

export class PipelineFileDto {
  @ApiProperty({ example: 'base', description: 'Name of the pipeline.' })
  readonly pipeline!: string;
  @ApiProperty({ example: 'pipelines/base/pipeline.yaml', description: 'From the folder of pipelines on.' })
  readonly file!: string;
}

export class PipelineSettingDto {
  @ApiProperty({ example: 'rerank.alpha', description: 'Dotted where it lies in a dictionary.' })
  readonly name!: string;
  @ApiProperty({
    nullable: true,
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      {
        type: 'array',
        items: { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] },
      },
    ],
    example: 0.6,
    description: 'What holds after inheritance.',
  })
  readonly value!: unknown;
  @ApiProperty({
    nullable: true,
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: { type: 'string' } },
    ],
    example: 0.7,
    description: 'What holds where no file names it; null where a pipeline must.',
  })
  readonly default!: unknown;
  @ApiProperty({ example: '0 to 1', description: 'Values that are allowed, for people.' })
  readonly range!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'tokens',
    description: '`tokens`, `seconds`, `minutes`, `passes`; null where a plain number or a name says it all.',
  })
  readonly unit!: string | null;
  @ApiProperty({ description: 'What it does.' })
  readonly meaning!: string;
  @ApiProperty({
    type: PipelinePlaceDto,
    nullable: true,
    description: 'The file and line that set it; null for a default.',
  })
  readonly source!: PipelinePlaceDto | null;
}

export class PipelinePromptDto {
  @ApiProperty({ example: 'prompts/answer.md', description: 'As steps name it.' })
  readonly name!: string;
  @ApiProperty({ type: [String], example: ['answer'], description: 'Steps that use it.' })
  readonly steps!: readonly string[];
  @ApiProperty({ description: 'Template of the system message.' })
  readonly system!: string;
  @ApiProperty({ description: "Template of the user's message." })
  readonly user!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'pipelines/code/prompts/answer.md',
    description: 'The file; null where the files have changed since.',
  })
  readonly file!: string | null;
}

export class PipelineDetailDto extends PipelineDto {
  @ApiProperty({ example: 'translate_in', description: 'Step where a turn begins.' })
  readonly entry!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Settings after inheritance; docs/pipelines.md describes each.',
  })
  readonly settings!: object;
  @ApiProperty({ type: [StepDto], description: 'Steps after inheritance.' })
  readonly steps!: readonly StepDto[];
  @ApiProperty({
    type: [PipelineFileDto],
    description:
      'Its own file, then the one that it extends, up to the root. Empty where the files have changed since.',
  })
  readonly files!: readonly PipelineFileDto[];
  @ApiProperty({
    description:
      'True where the files are no longer those that this gateway began with: questions are asked with what is shown, and a restart takes over the files.',
  })
  readonly filesChanged!: boolean;
  @ApiProperty({ type: [PipelineSettingDto], description: 'Every setting, and where its value comes from.' })
  readonly settingSources!: readonly PipelineSettingDto[];
  @ApiProperty({ type: [PipelinePromptDto], description: 'Prompts, by name.' })
  readonly prompts!: readonly PipelinePromptDto[];
  @ApiProperty({ type: [FileProblemDto], description: 'What the check warns of in its files.' })
  readonly warnings!: readonly FileProblemDto[];
}
