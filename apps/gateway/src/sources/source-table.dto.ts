import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class SourceColumnDto {
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Column, from 1 for the first one after the labels.',
  })
  readonly column!: number;
  @ApiProperty({ example: '2023', description: 'All heads above it, from the top; may be empty.' })
  readonly head!: string;
}

class SourceCellDto {
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Column, from 1 for the first one after the labels.',
  })
  readonly column!: number;
  @ApiProperty({ example: '(414.2)', description: 'Text as printed.' })
  readonly text!: string;
  @ApiPropertyOptional({
    example: 'millions EUR',
    description: 'Unit that the cell, its row, its head or the caption states.',
  })
  readonly unit?: string;
  @ApiProperty({ description: 'True for the cell that the citation is about.' })
  readonly cited!: boolean;
}

class SourceRowDto {
  @ApiProperty({ example: 'Cost of sales', description: 'Label of the row; may be empty.' })
  readonly label!: string;
  @ApiProperty({ description: 'Heading within the table that the row is below; may be empty.' })
  readonly group!: string;
  @ApiProperty({ type: 'integer', description: "Line in the document's text, counted from 1." })
  readonly line!: number;
  @ApiProperty({ description: 'True for a row that the citation is about.' })
  readonly cited!: boolean;
  @ApiProperty({ type: [SourceCellDto], description: 'The cells that are not empty, without the label.' })
  readonly cells!: readonly SourceCellDto[];
}

/** The table that a piece of evidence is a cell or rows of. */
export class SourceTableDto {
  @ApiProperty({
    example: 'Consolidated Income Statement',
    description: 'Its own title, otherwise that of its section.',
  })
  readonly title!: string;
  @ApiProperty({ type: [String], description: 'Lines above it that describe it: title, unit.' })
  readonly caption!: readonly string[];
  @ApiPropertyOptional({ example: 'millions EUR', description: 'Unit of all values.' })
  readonly unit?: string;
  @ApiProperty({ type: [SourceColumnDto], description: 'Columns with values, from the left.' })
  readonly columns!: readonly SourceColumnDto[];
  @ApiProperty({ type: [SourceRowDto], description: 'The cited rows and up to six on each side of them.' })
  readonly rows!: readonly SourceRowDto[];
  @ApiProperty({ type: 'integer', description: 'Number of rows above those.' })
  readonly above!: number;
  @ApiProperty({ type: 'integer', description: 'Number of rows below those.' })
  readonly below!: number;
}
