import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DOCUMENT_FORMATS, type DocumentFormat } from '@quarry/turn';

/** A page with the place on it, which a viewer highlights. */
export class PagePlaceDto {
  @ApiProperty({ type: 'integer', example: 35, description: 'Page number, from 1, as PDF viewers count.' })
  readonly page!: number;
  @ApiProperty({
    type: [Number],
    minItems: 4,
    maxItems: 4,
    nullable: true,
    example: [72, 90.25, 540, 101.5],
    description:
      'Rectangle x0, y0, x1, y1 in PDF points (1/72 inch) from the top left corner of the page as ' +
      'displayed; null if only the page is known.',
  })
  readonly box!: readonly number[] | null;
  @ApiPropertyOptional({
    type: 'integer',
    example: 214,
    description: 'For text that spans several pages: the first of its lines on this page.',
  })
  readonly line?: number;
  @ApiPropertyOptional({
    minimum: 0,
    maximum: 1,
    example: 0.87,
    description:
      'Mean confidence of OCR in the words, if the page is a picture that it read. Such text may have wrong letters and figures. Absent for text of the file.',
  })
  readonly ocr?: number;
}

/** A place in a document whose text was extracted. */
export class DocumentPlaceDto {
  @ApiPropertyOptional({
    enum: DOCUMENT_FORMATS,
    description:
      'Format of the document, if the text was extracted from one (PDF, HTML, Word, table, slides, e-mail); `startLine` and ' +
      '`endLine` then count lines of the extracted text.',
  })
  readonly format?: DocumentFormat;
  @ApiPropertyOptional({
    type: [Number],
    minItems: 2,
    maxItems: 2,
    example: [120, 140],
    description:
      'First and last line in the original file, if `format` is set and the file has lines (HTML, CSV).',
  })
  readonly sourceLines?: readonly number[];
  @ApiPropertyOptional({
    type: [PagePlaceDto],
    description: 'Pages of the text, in order, with the place on each page. Absent if there are no pages.',
  })
  readonly pages?: readonly PagePlaceDto[];
  @ApiPropertyOptional({
    example: 'Prices!A7:F12',
    description:
      'Its cells in a spreadsheet, in A1 notation, or the part of its file by name: `slide 4`, `cell 12`, a chapter.',
  })
  readonly range?: string;
}
