import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { FindingCheck } from '@quarry/turn';
import { PagePlaceDto } from './document-place.dto';

/** Whether a value appears where its finding says. */
export class FindingCheckDto {
  @ApiProperty({
    enum: ['on_page', 'elsewhere', 'nowhere'],
    description:
      '`on_page`: on the page (or, without pages, in the section) that the model named · `elsewhere`: in ' +
      'the text that was read, but on another page · `nowhere`: not in the text that was read.',
  })
  readonly stands!: FindingCheck['stands'];
  @ApiPropertyOptional({
    enum: ['supported', 'contradicted', 'unchecked'],
    description:
      'For a number: whether its row, period, unit, scale and sign match the page. `unchecked`: nothing differs, but a part ' +
      'of it could not be compared. Absent for texts.',
  })
  readonly verdict?: 'supported' | 'contradicted' | 'unchecked';
  @ApiProperty({ description: 'What was compared, and what is wrong, in a few words.' })
  readonly why!: string;
}

/** A value with its provenance (design document 001, "Finding"). */
export class FindingDto {
  @ApiProperty({ example: 'finding-1', description: 'Id within the turn.' })
  readonly id!: string;
  @ApiProperty({
    type: 'integer',
    example: 7,
    description: 'Number of the evidence that the answer cites for it.',
  })
  readonly n!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass that found it, from 1.' })
  readonly pass!: number;
  @ApiProperty({ description: 'Item that was searched for.' })
  readonly item!: string;
  @ApiProperty({ example: 'consumer_segment_revenue_2022', description: 'Label of the value.' })
  readonly label!: string;
  @ApiProperty({
    oneOf: [{ type: 'number' }, { type: 'string' }],
    example: 5298,
    description: 'The value: a number or a text.',
  })
  readonly value!: number | string;
  @ApiPropertyOptional({ example: 'millions_usd', description: 'Unit of the value, if it has one.' })
  readonly unit?: string;
  @ApiProperty({
    example: '3M_2022_10K.pdf',
    description: 'Path of the document relative to the root of the repository.',
  })
  readonly path!: string;
  @ApiPropertyOptional({
    type: 'integer',
    example: 35,
    description: 'Page that contains the value; if no page does, the page that the model named.',
  })
  readonly page?: number;
  @ApiProperty({
    example: '3M_2022_10K.pdf#performance-by-business-segment',
    description: "Id of the section, or the model's text if there is no such section.",
  })
  readonly section!: string;
  @ApiProperty({ example: 'Performance by Business Segment', description: 'Title of the section.' })
  readonly sectionTitle!: string;
  @ApiPropertyOptional({ description: "The model's comment on the value." })
  readonly context?: string;
  @ApiProperty({
    type: FindingCheckDto,
    description: 'Whether the value appears at the place that the model named.',
  })
  readonly check!: FindingCheckDto;
  @ApiPropertyOptional({ description: 'Line of the document that contains the value.' })
  readonly quote?: string;
  @ApiPropertyOptional({ type: PagePlaceDto, description: 'Place of the value on the page.' })
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
    description: 'Number of the finding or the calculation; absent for a literal number.',
  })
  readonly n?: number;
}

/** Exact decimal arithmetic over findings. */
export class CalculationDto {
  @ApiProperty({ example: 'calculation-1', description: 'Id within the turn.' })
  readonly id!: string;
  @ApiProperty({ type: 'integer', example: 9, description: 'Number of its evidence.' })
  readonly n!: number;
  @ApiProperty({ type: 'integer', example: 2, description: 'Pass of the calculation, from 1.' })
  readonly pass!: number;
  @ApiPropertyOptional({ description: 'Label of the calculation, if it has one.' })
  readonly label?: string;
  @ApiProperty({ example: '[7] / [8] * 100', description: 'The expression over findings and numbers.' })
  readonly expression!: string;
  @ApiProperty({ type: [CalculationInputDto], description: 'Inputs, in the order of the expression.' })
  readonly inputs!: readonly CalculationInputDto[];
  @ApiProperty({ example: '15.478', description: 'Decimal digits, at most 34 significant ones.' })
  readonly result!: string;
}
