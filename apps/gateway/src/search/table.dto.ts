import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { REPOSITORY_OF_PLACE } from '../turns/repository-of-place';
import { SearchedSnapshotDto } from './search.dto';

export class TableEntryDto {
  @ApiProperty({ example: 'halden-2023.pdf#table=3', description: 'Id, which reads its cells.' })
  readonly id!: string;
  @ApiProperty({ example: 'halden-2023.pdf', description: 'Path relative to the root of the repository.' })
  readonly path!: string;
  @ApiPropertyOptional(REPOSITORY_OF_PLACE)
  readonly repository?: string;
  @ApiProperty({
    example: 'Consolidated Income Statement',
    description: 'Its own title, otherwise that of its section.',
  })
  readonly title!: string;
  @ApiProperty({ type: [String], description: 'Lines above it that describe it: title, unit.' })
  readonly caption!: readonly string[];
  @ApiProperty({ type: [String], description: 'Head rows as printed, from the top.' })
  readonly heads!: readonly string[];
  @ApiProperty({
    type: [String],
    example: ['2023', '2022'],
    description: 'Heads of the columns with values, each with all heads above it.',
  })
  readonly columns!: readonly string[];
  @ApiPropertyOptional({
    example: 'millions EUR',
    description: 'Unit that the caption or the heads state for all values.',
  })
  readonly unit?: string;
  @ApiProperty({ type: 'integer', description: 'Number of rows with cells, without head rows.' })
  readonly rows!: number;
  @ApiPropertyOptional({ description: 'Id of the innermost section that it begins in.' })
  readonly section?: string;
  @ApiProperty({ type: 'integer', description: "First line in the document's text, counted from 1." })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', description: 'Last line, inclusive.' })
  readonly endLine!: number;
  @ApiPropertyOptional({ type: 'integer', description: 'First page, if the document has pages.' })
  readonly startPage?: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Last page, inclusive.' })
  readonly endPage?: number;
  @ApiPropertyOptional({ example: 'Prices!A7:F12', description: 'Its cells in a spreadsheet, or its slide.' })
  readonly range?: string;
}

export class TableListDto extends SearchedSnapshotDto {
  @ApiProperty({ type: [TableEntryDto], description: 'Tables in the order of the text.' })
  readonly tables!: readonly TableEntryDto[];
  @ApiProperty({ type: 'integer', description: 'Total number of tables.' })
  readonly total!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Documents whose tables are not listed, because there are more than 100: name one.',
  })
  readonly unread!: number;
}

export class TableCellDto {
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Column, from 1 for the first one after the labels.',
  })
  readonly column!: number;
  @ApiProperty({ example: '2023', description: 'All heads above the cell, from the top; may be empty.' })
  readonly head!: string;
  @ApiProperty({ example: '(414.2)', description: 'Text as printed.' })
  readonly text!: string;
  @ApiPropertyOptional({
    example: '-414.2',
    description: 'The number as a plain decimal, negative if printed in parentheses; absent for other text.',
  })
  readonly value?: string;
  @ApiPropertyOptional({
    example: 'millions EUR',
    description: 'Unit that the cell, its row, its head or the caption states.',
  })
  readonly unit?: string;
  @ApiProperty({
    type: 'integer',
    example: 6,
    description: 'Power of ten of the unit: 6 for millions, 0 if it names none.',
  })
  readonly scale!: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Page, if the document has pages.' })
  readonly page?: number;
  @ApiPropertyOptional({
    type: [Number],
    minItems: 4,
    maxItems: 4,
    description: 'Box on the page: left, top, right, bottom in points from its top left corner.',
  })
  readonly box?: readonly number[];
  @ApiPropertyOptional({ example: 'Prices!B7', description: 'Cell of a spreadsheet.' })
  readonly range?: string;
  @ApiPropertyOptional({
    minimum: 0,
    maximum: 1,
    description: 'Mean confidence of OCR in its row, if OCR read the page; absent for text of the file.',
  })
  readonly ocr?: number;
}

export class TableRowDto {
  @ApiProperty({ example: 'halden-2023.pdf#table=3', description: 'Id of its table.' })
  readonly table!: string;
  @ApiProperty({ example: 'Cost of sales', description: 'Label of the row; may be empty.' })
  readonly label!: string;
  @ApiProperty({ description: 'Heading within the table that the row is below; may be empty.' })
  readonly group!: string;
  @ApiProperty({ type: 'integer', description: "Line in the document's text, counted from 1." })
  readonly line!: number;
  @ApiProperty({ type: [TableCellDto], description: 'The requested cells that are not empty.' })
  readonly cells!: readonly TableCellDto[];
}

export class TableCellsDto extends SearchedSnapshotDto {
  @ApiProperty({ type: [TableEntryDto], description: 'The tables of the rows.' })
  readonly tables!: readonly TableEntryDto[];
  @ApiProperty({ type: [TableRowDto], description: 'Rows in the order of the text.' })
  readonly rows!: readonly TableRowDto[];
  @ApiProperty({ type: 'integer', description: 'Total number of rows.' })
  readonly total!: number;
}
