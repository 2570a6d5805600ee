import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { FindingCheck } from '@quarry/turn';
import { PagePlaceDto } from './document-place.dto';

/** Whether a value stands where its finding says. */
export class FindingCheckDto {
  @ApiProperty({
    enum: ['on_page', 'elsewhere', 'nowhere'],
    description:
      '`on_page`: on the page (or, without pages, in the section) that was named · `elsewhere`: in what was read, but on another page · ' +
      '`nowhere`: in nothing that was read.',
  })
  readonly stands!: FindingCheck['stands'];
  @ApiPropertyOptional({
    enum: ['supported', 'contradicted', 'unchecked'],
    description:
      'Of a number: whether its row, period, unit, scale and sign are those of the page. `unchecked`: nothing differs, but a part ' +
      'of it could not be compared. Absent for texts.',
  })
  readonly verdict?: 'supported' | 'contradicted' | 'unchecked';
  @ApiProperty({ description: 'What was compared, and what is wrong, in a few words.' })
  readonly why!: string;
}

/** A value with its provenance (design document 001, "Finding"). */
export class FindingDto {
  @ApiProperty({ example: 'finding-1', description: 'Identity within the turn.' })
  readonly id!: string;
  @ApiProperty({
    type: 'integer',
    example: 7,
    description: 'Number of the evidence that shows it: what the answer cites.',
  })
  readonly n!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass that found it, from 1.' })
  readonly pass!: number;
  @ApiProperty({ description: 'What was looked for when it was found.' })
  readonly item!: string;
  @ApiProperty({ example: 'consumer_segment_revenue_2022', description: 'What the value is.' })
  readonly label!: string;
  @ApiProperty({
    oneOf: [{ type: 'number' }, { type: 'string' }],
    example: 5298,
    description: 'A number, or a text.',
  })
  readonly value!: number | string;
  @ApiPropertyOptional({ example: 'millions_usd', description: 'Unit of the value, where it has one.' })
  readonly unit?: string;
  @ApiProperty({
    example: '3M_2022_10K.pdf',
    description: "Path of the document from the repository's root.",
  })
  readonly path!: string;
  @ApiPropertyOptional({
    type: 'integer',
    example: 35,
    description: 'Page on which the value stands; where it stands nowhere, the one that the model named.',
  })
  readonly page?: number;
  @ApiProperty({
    example: '3M_2022_10K.pdf#performance-by-business-segment',
    description: 'Id of the section, or what the model wrote where there is no such section.',
  })
  readonly section!: string;
  @ApiProperty({ example: 'Performance by Business Segment', description: 'Title of the section.' })
  readonly sectionTitle!: string;
  @ApiPropertyOptional({ description: 'What the model says about the value.' })
  readonly context?: string;
  @ApiProperty({ type: FindingCheckDto, description: 'Whether the value stands where it is said to.' })
  readonly check!: FindingCheckDto;
  @ApiPropertyOptional({ description: 'The line of the document in which the value stands.' })
  readonly quote?: string;
  @ApiPropertyOptional({ type: PagePlaceDto, description: 'Where on the page the value stands.' })
  readonly place?: PagePlaceDto;
}

/** A number or a finding that a calculation used. */
export class CalculationInputDto {
  @ApiProperty({ example: '[7]', description: 'As written in the expression.' })
  readonly text!: string;
  @ApiProperty({ example: '5298', description: 'Its value: exact decimal digits.' })
  readonly value!: string;
  @ApiPropertyOptional({
    type: 'integer',
    example: 7,
    description:
      'Number of the finding or calculation that it is; absent for a number that stands by itself.',
  })
  readonly n?: number;
}

/** Exact decimal arithmetic over findings. */
export class CalculationDto {
  @ApiProperty({ example: 'calculation-1', description: 'Identity within the turn.' })
  readonly id!: string;
  @ApiProperty({ type: 'integer', example: 9, description: 'Number of the evidence that shows it.' })
  readonly n!: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'Pass that made it, from 1.' })
  readonly pass!: number;
  @ApiPropertyOptional({ description: 'What it computes, where that was said.' })
  readonly label?: string;
  @ApiProperty({ example: '[7] / [8] * 100', description: 'The expression over findings and numbers.' })
  readonly expression!: string;
  @ApiProperty({ type: [CalculationInputDto], description: 'What went in, in the order of the expression.' })
  readonly inputs!: readonly CalculationInputDto[];
  @ApiProperty({ example: '15.478', description: 'Decimal digits, at most 34 significant ones.' })
  readonly result!: string;
}
