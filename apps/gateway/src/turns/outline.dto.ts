import { ApiProperty } from '@nestjs/swagger';

/** How much of the section trees the prompts showed; the trees themselves are not in the turn. */
export class OutlineDto {
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Last pass for which the outline was made, from 1.',
  })
  readonly pass!: number;
  @ApiProperty({ type: 'integer', example: 84, description: 'Number of sections in the prompts.' })
  readonly sections!: number;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description:
      'Number of sections that were left out for lack of space, or because other documents matched better.',
  })
  readonly sectionsLeft!: number;
  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'Number of documents that were left out for the same reasons.',
  })
  readonly documentsLeft!: number;
}
