import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DOCUMENT_FORMATS, type DocumentFormat } from '@quarry/turn';

/** A page and the place on it: what a viewer highlights. */
export class PagePlaceDto {
  @ApiProperty({ type: 'integer', example: 35, description: 'Page, from 1, as a viewer counts them.' })
  readonly page!: number;
  @ApiProperty({
    type: [Number],
    minItems: 4,
    maxItems: 4,
    nullable: true,
    example: [72, 90.25, 540, 101.5],
    description:
      'Rectangle x0, y0, x1, y1 in PDF points (1/72 inch) from the top left corner of the page as it is shown; null where only the page ' +
      'is known.',
  })
  readonly box!: readonly number[] | null;
  @ApiPropertyOptional({
    type: 'integer',
    example: 214,
    description: 'Of a text on several pages: the first of its lines that stands on this one.',
  })
  readonly line?: number;
}

/** Where something stands in a document whose text was taken out of it. */
export class DocumentPlaceDto {
  @ApiPropertyOptional({
    enum: DOCUMENT_FORMATS,
    description:
      'Set where the text was taken out of a PDF, a web page or a Word file: `startLine` and `endLine` are then lines of that text.',
  })
  readonly format?: DocumentFormat;
  @ApiPropertyOptional({
    type: [Number],
    minItems: 2,
    maxItems: 2,
    example: [120, 140],
    description:
      'First and last line of the file itself, where `format` is set and the file has lines (HTML).',
  })
  readonly sourceLines?: readonly number[];
  @ApiPropertyOptional({
    type: [PagePlaceDto],
    description:
      'Pages that it stands on, in order, each with the place on it. Absent where there are no pages.',
  })
  readonly pages?: readonly PagePlaceDto[];
}
