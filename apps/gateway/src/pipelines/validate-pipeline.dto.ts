import { ApiProperty } from '@nestjs/swagger';
import { FileProblemDto } from './file-problem.dto';
import { PipelineStepsDto } from './pipeline.dto';

export class ValidatedPipelineDto {
  @ApiProperty({ description: 'True if there is no error; warnings are allowed.' })
  readonly valid!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'mine',
    description: 'Name of the pipeline; null if it has none.',
  })
  readonly name!: string | null;
  @ApiProperty({
    type: [FileProblemDto],
    description: 'Problems in the text, in the files that it extends, and in its prompts.',
  })
  readonly problems!: readonly FileProblemDto[];
  @ApiProperty({
    type: PipelineStepsDto,
    nullable: true,
    description: 'Steps after inheritance; null if there is an error or the pipeline is abstract.',
  })
  readonly drawing!: PipelineStepsDto | null;
}
