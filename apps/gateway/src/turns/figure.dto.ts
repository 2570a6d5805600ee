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
    description: "Path of the document from the repository's root.",
  })
  readonly path!: string;
  @ApiPropertyOptional({ description: 'Id of the section in which it stands.' })
  readonly section?: string;
  @ApiPropertyOptional({ description: 'Title of that section.' })
  readonly sectionTitle?: string;
  @ApiProperty({
    type: [PagePlaceDto],
    description: 'Where it stands; for a calculation, where its inputs do. Empty where there are no pages.',
  })
  readonly places!: readonly PagePlaceDto[];
}

/** A number in the text of the answer, and where it comes from. */
export class FigureDto {
  @ApiProperty({ example: '5,298', description: 'As it stands in `english`.' })
  readonly text!: string;
  @ApiProperty({
    type: 'integer',
    example: 21,
    description: 'Where it begins there, in UTF-16 units from 0.',
  })
  readonly start!: number;
  @ApiProperty({ type: 'integer', example: 26, description: 'Where it ends there, excluded.' })
  readonly end!: number;
  @ApiProperty({
    type: FigureSourceDto,
    nullable: true,
    description: 'Null where the number stands in nothing that was found.',
  })
  readonly source!: FigureSourceDto | null;
}
