import { ApiProperty } from '@nestjs/swagger';

/** Something wrong in the file of a pipeline. */
export class FileProblemDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'pipelines/mine/pipeline.yaml',
    description: 'Path relative to the pipelines folder; null for the text in the request.',
  })
  readonly file!: string | null;
  @ApiProperty({ type: 'integer', minimum: 1, example: 8, description: 'Line, from 1.' })
  readonly line!: number;
  @ApiProperty({ type: 'integer', minimum: 1, example: 13, description: 'Column, from 1.' })
  readonly column!: number;
  @ApiProperty({
    enum: ['error', 'warning'],
    description: 'An `error` prevents the pipeline from being loaded; a `warning` does not.',
  })
  readonly severity!: 'error' | 'warning';
  @ApiProperty({
    example: "unknown setting 'top_n'; did you mean 'top_k'?",
    description: 'Description of the problem, with the nearest valid name if there is one.',
  })
  readonly message!: string;
}

export class FileProblemListDto {
  @ApiProperty({ type: [FileProblemDto], description: 'Problems, sorted by file and line.' })
  readonly problems!: readonly FileProblemDto[];
}
