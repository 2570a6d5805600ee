import { ApiProperty } from '@nestjs/swagger';

/** How much of the section trees the prompts showed; the trees themselves are not in the turn. */
export class OutlineDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass that it was last made for, from 1.' })
  readonly pass!: number;
  @ApiProperty({ type: 'integer', example: 84, description: 'Sections that prompts showed.' })
  readonly sections!: number;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'Sections that were left out, for room or since other documents fit better.',
  })
  readonly sectionsLeft!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Documents that were left out, for the same.' })
  readonly documentsLeft!: number;
}
