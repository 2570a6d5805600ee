import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { FigureSource } from '@quarry/turn';
import { PagePlaceDto } from './document-place.dto';

/** What a number of the answer comes from. */
export class FigureSourceDto {
  @ApiProperty({
    enum: ['finding', 'calculation', 'evidence'],
    description: 'A value of `findings`, a result of `calculations`, or the text of a piece of evidence.',
  })
  readonly kind!: FigureSource['kind'];
  @ApiProperty({ type: 'integer', example: 7, description: 'Number of the evidence.' })
  readonly n!: number;
  @ApiProperty({
    example: '3M_2022_10K.pdf',
    description: 'Path of the document relative to the root of the repository.',
  })
  readonly path!: string;
  @ApiPropertyOptional({ description: 'Id of the section that contains the number.' })
  readonly section?: string;
  @ApiPropertyOptional({ description: 'Title of that section.' })
  readonly sectionTitle?: string;
  @ApiProperty({
    type: [PagePlaceDto],
    description:
      'Pages that contain the number, or the inputs of the calculation. Empty if there are no pages.',
  })
  readonly places!: readonly PagePlaceDto[];
}

/** A number in the text of the answer, and where it comes from. */
export class FigureDto {
  @ApiProperty({ example: '5,298', description: 'The number as it is written in `english`.' })
  readonly text!: string;
  @ApiProperty({
    type: 'integer',
    example: 21,
    description: 'Start in `english`, in UTF-16 units from 0.',
  })
  readonly start!: number;
  @ApiProperty({ type: 'integer', example: 26, description: 'End in `english`, exclusive.' })
  readonly end!: number;
  @ApiProperty({
    type: FigureSourceDto,
    nullable: true,
    description: 'Source of the number; null if no evidence contains it.',
  })
  readonly source!: FigureSourceDto | null;
}
