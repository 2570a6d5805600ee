import { ApiProperty } from '@nestjs/swagger';
import { FileProblemDto } from './file-problem.dto';
import { PipelineDto, PipelinePlaceDto, StepDto } from './pipeline.dto';

export class PipelineFileDto {
  @ApiProperty({ example: 'base', description: 'Name of the pipeline.' })
  readonly pipeline!: string;
  @ApiProperty({
    example: 'pipelines/base/pipeline.yaml',
    description: 'Path relative to the pipelines folder.',
  })
  readonly file!: string;
}

export class PipelineSettingDto {
  @ApiProperty({ example: 'rerank.alpha', description: 'Name of the setting, dotted if it is nested.' })
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
    description: 'Value after inheritance.',
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
    description: 'Default; null if a pipeline must set the value.',
  })
  readonly default!: unknown;
  @ApiProperty({ example: '0 to 1', description: 'Allowed values, in plain text.' })
  readonly range!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'tokens',
    description: 'Unit: `tokens`, `seconds`, `minutes` or `passes`; null if there is none.',
  })
  readonly unit!: string | null;
  @ApiProperty({ description: 'Description of the setting.' })
  readonly meaning!: string;
  @ApiProperty({
    type: PipelinePlaceDto,
    nullable: true,
    description: 'File and line that set the value; null for a default.',
  })
  readonly source!: PipelinePlaceDto | null;
}

export class PipelinePromptDto {
  @ApiProperty({ example: 'prompts/answer.md', description: 'Name of the prompt, as steps refer to it.' })
  readonly name!: string;
  @ApiProperty({ type: [String], example: ['answer'], description: 'Steps that use the prompt.' })
  readonly steps!: readonly string[];
  @ApiProperty({ description: 'Template of the system message.' })
  readonly system!: string;
  @ApiProperty({ description: "Template of the user's message." })
  readonly user!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'pipelines/code/prompts/answer.md',
    description: 'File of the prompt; null if the files have changed since it was loaded.',
  })
  readonly file!: string | null;
}

export class PipelineDetailDto extends PipelineDto {
  @ApiProperty({ example: 'translate_in', description: 'First step of a turn.' })
  readonly entry!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Settings after inheritance; docs/pipelines.md describes them.',
  })
  readonly settings!: object;
  @ApiProperty({ type: [StepDto], description: 'Steps after inheritance.' })
  readonly steps!: readonly StepDto[];
  @ApiProperty({
    type: [PipelineFileDto],
    description:
      'File of the pipeline, then the files that it extends, up to the root. Empty if the files have ' +
      'changed since it was loaded.',
  })
  readonly files!: readonly PipelineFileDto[];
  @ApiProperty({
    description:
      'True if the files have changed since the gateway started. Turns use the version that is shown here; ' +
      'restart the gateway to load the files.',
  })
  readonly filesChanged!: boolean;
  @ApiProperty({ type: [PipelineSettingDto], description: 'Settings and where their values come from.' })
  readonly settingSources!: readonly PipelineSettingDto[];
  @ApiProperty({ type: [PipelinePromptDto], description: 'Prompts, sorted by name.' })
  readonly prompts!: readonly PipelinePromptDto[];
  @ApiProperty({ type: [FileProblemDto], description: 'Warnings of the check of its files.' })
  readonly warnings!: readonly FileProblemDto[];
}
