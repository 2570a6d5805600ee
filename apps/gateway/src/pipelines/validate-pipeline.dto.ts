import { ApiProperty } from '@nestjs/swagger';
import { FileProblemDto } from './file-problem.dto';
import { PipelineStepsDto } from './pipeline.dto';

export class ValidatedPipelineDto {
  @ApiProperty({ description: 'True where there is no error; warnings do not count.' })
  readonly valid!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'mine',
    description: 'Its name; null where it has none.',
  })
  readonly name!: string | null;
  @ApiProperty({
    type: [FileProblemDto],
    description: 'What is wrong in the text, in the files that it extends, and in the prompts that it names.',
  })
  readonly problems!: readonly FileProblemDto[];
  @ApiProperty({
    type: PipelineStepsDto,
    nullable: true,
    description: 'The steps after inheritance; null where there is an error, and for an abstract pipeline.',
  })
  readonly drawing!: PipelineStepsDto | null;
}
