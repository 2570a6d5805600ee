import { ApiProperty } from '@nestjs/swagger';
import type { ModelSetup, ShownModel } from '@quarry/application/operations';

/** A chat model, without its key. */
export class ShownModelDto implements ShownModel {
  @ApiProperty({ example: 'openai', description: 'Protocol: `openai` or `anthropic`.' })
  readonly provider!: string;
  @ApiProperty({
    example: 'http://127.0.0.1:11434/v1',
    description: 'Base URL of the server; empty for the usual one of the provider.',
  })
  readonly baseUrl!: string;
  @ApiProperty({ example: 'qwen3:8b', description: 'Name of the model.' })
  readonly name!: string;
}

export class ModelSetupDto implements ModelSetup {
  @ApiProperty({ type: ShownModelDto, nullable: true, description: 'The model in use; null without one.' })
  readonly current!: ShownModelDto | null;
  @ApiProperty({
    type: ShownModelDto,
    nullable: true,
    description: 'The model of the settings file, which the next start uses; null without one.',
  })
  readonly stored!: ShownModelDto | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '/home/ada/.config/quarry/settings.env',
    description: 'The settings file; null if a model cannot be stored.',
  })
  readonly file!: string | null;
  @ApiProperty({
    description:
      'Whether the environment of the gateway describes a model, which takes precedence over the file.',
  })
  readonly overridden!: boolean;
}

export class StoredModelDto extends ModelSetupDto {
  @ApiProperty({ type: 'integer', example: 812, description: 'Milliseconds that the call took.' })
  readonly tookMs!: number;
}

export class ModelServerDto {
  @ApiProperty({ example: 'Ollama', description: 'Name of the server; its base URL if it has none.' })
  readonly name!: string;
  @ApiProperty({ example: 'http://127.0.0.1:11434/v1', description: 'Base URL.' })
  readonly baseUrl!: string;
  @ApiProperty({
    type: [String],
    example: ['qwen3:8b'],
    description: 'Models that it lists and that can chat.',
  })
  readonly models!: readonly string[];
}

export class ModelServerListDto {
  @ApiProperty({ type: [ModelServerDto], description: 'The servers that answer.' })
  readonly servers!: readonly ModelServerDto[];
}
