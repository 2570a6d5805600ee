import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CALLED_TOOLS, EVIDENCE_KINDS, type CalledTool, type EvidenceKind } from '@quarry/turn';
import { DocumentPlaceDto } from './document-place.dto';
import { EvidenceMetadataDto } from './evidence-metadata.dto';

/** A place that the answer cites. */
export class CitationDto extends DocumentPlaceDto {
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Number of the evidence, as in the mark `[1]` of the answer.',
  })
  readonly n!: number;
  @ApiProperty({ example: 'src/billing/invoice.cs', description: "Path from the repository's root." })
  readonly path!: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'First line, from 1.' })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', example: 30, description: 'Last line, included.' })
  readonly endLine!: number;
  @ApiPropertyOptional({
    enum: ['finding', 'calculation'],
    description: 'Set for what is no piece of a file: a value of `findings`, or a result of `calculations`.',
  })
  readonly kind?: 'finding' | 'calculation';
  @ApiPropertyOptional({
    example: '3M_2022_10K.pdf#performance-by-business-segment',
    description: 'Id of the innermost section in which it begins, where the document has sections.',
  })
  readonly section?: string;
  @ApiPropertyOptional({ description: 'Commit that was indexed, where the source is a git repository.' })
  readonly commit?: string;
  @ApiPropertyOptional({ example: 'InvoiceService.Cancel', description: 'Name of what is defined there.' })
  readonly symbol?: string;
  @ApiPropertyOptional({ description: 'Address of the source, where it has one.' })
  readonly url?: string;
  @ApiProperty({ type: 'integer', example: 2, description: 'Pass that found it, from 1.' })
  readonly pass!: number;
  @ApiPropertyOptional({ description: 'Title of the document, where it has one.' })
  readonly title?: string;
}

/** Text that was found and could be cited. */
export class EvidenceDto extends DocumentPlaceDto {
  @ApiProperty({ description: 'Identity of the text, the same in every turn over the same index.' })
  readonly id!: string;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Number by which the answer cites it; given once in a turn.',
  })
  readonly n!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass that found it, from 1.' })
  readonly pass!: number;
  @ApiProperty({
    enum: EVIDENCE_KINDS,
    description:
      'A piece of a file, the text of a graph node, a value with its provenance, or what was calculated of such values.',
  })
  readonly kind!: EvidenceKind;
  @ApiProperty({ description: 'The text itself, unchanged.' })
  readonly text!: string;
  @ApiProperty({ example: 'db/Stock.sql', description: "Path from the repository's root." })
  readonly path!: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'First line, from 1.' })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', example: 20, description: 'Last line, included.' })
  readonly endLine!: number;
  @ApiPropertyOptional({ example: 'sql', description: 'Language of the file.' })
  readonly language?: string;
  @ApiPropertyOptional({ description: 'Id of the innermost section in which it begins.' })
  readonly section?: string;
  @ApiPropertyOptional({ description: 'Name of what is defined there.' })
  readonly symbol?: string;
  @ApiPropertyOptional({ example: 'dbo.Invoice|TABLE', description: 'Key of its node in the code graph.' })
  readonly nodeKey?: string;
  @ApiPropertyOptional({ description: 'Commit that was indexed.' })
  readonly commit?: string;
  @ApiPropertyOptional({ description: 'Title of the document.' })
  readonly title?: string;
  @ApiPropertyOptional({ description: 'Address of the source, where it has one.' })
  readonly url?: string;
  @ApiPropertyOptional({ description: 'Identity of its document, where a file holds several.' })
  readonly document?: string;
  @ApiPropertyOptional({ type: 'integer', description: 'Its place in that document, in characters.' })
  readonly offset?: number;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Number of the evidence whose document or folder it shares, where it was found as related.',
  })
  readonly relatedTo?: number;
  @ApiProperty({ example: 0.82, description: '0 to 1 for the query that found it; comparable in this turn.' })
  readonly relevance!: number;
  @ApiProperty({
    example: 'hybrid',
    description: 'How it was found: a retrieval mode, `graph`, or `section`.',
  })
  readonly foundBy!: string;
  @ApiProperty({ description: 'The query or need that found it.' })
  readonly query!: string;
  @ApiProperty({
    type: EvidenceMetadataDto,
    description: 'How it was found, as design document 002 says it.',
  })
  readonly metadata!: EvidenceMetadataDto;
}

/** A search that was made. */
export class SearchDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass in which it ran, from 1.' })
  readonly pass!: number;
  @ApiProperty({
    enum: ['semantic', 'semantic_rerank', 'bm25', 'hybrid', 'graph', 'section'],
    description: 'How was searched.',
  })
  readonly mode!: 'semantic' | 'semantic_rerank' | 'bm25' | 'hybrid' | 'graph' | 'section';
  @ApiProperty({ description: 'What was searched for.' })
  readonly query!: string;
  @ApiProperty({ type: 'integer', example: 8, description: 'Hits above the relevance floor.' })
  readonly hits!: number;
  @ApiProperty({ type: 'integer', example: 5, description: 'New evidence that it brought.' })
  readonly added!: number;
  @ApiPropertyOptional({
    example: 'shop@current',
    description: 'What was searched: repository and snapshot.',
  })
  readonly index?: string;
  @ApiPropertyOptional({ description: 'Set where another mode than asked for was used, with the reason.' })
  readonly fallback?: string;
  @ApiPropertyOptional({ description: 'Set where the search was not made, with the reason.' })
  readonly skipped?: string;
}

/** A call of a tool, as an agent made it. */
export class ToolCallDto {
  @ApiProperty({ enum: CALLED_TOOLS, description: 'Which tool; `unknown` if there is none of that name.' })
  readonly tool!: CalledTool;
  @ApiPropertyOptional({
    example: 'grep',
    description: "The tool's name as the model wrote it, if the tool is `unknown`.",
  })
  readonly written?: string;
  @ApiProperty({ example: 'c1', description: "The model's identity of the call." })
  readonly id!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { query: 'invoice cancel' },
    description:
      '`search`: query · `lookup`: name · `fetch_section`: id, and offset in characters · `calculate`: expression.',
  })
  readonly arguments!: Readonly<Record<string, unknown>>;
  @ApiPropertyOptional({ description: 'What the tool said beside the evidence.' })
  readonly note?: string;
}

/** Something that was asked for before an answer was possible. */
export class NeedDto {
  @ApiProperty({ example: 'need-1', description: 'Identity within the turn.' })
  readonly id!: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass that asked for it, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'dbo.StockMovement', description: 'What was asked for.' })
  readonly text!: string;
  @ApiProperty({ enum: ['open', 'resolved', 'missed'], description: 'What became of it.' })
  readonly status!: 'open' | 'resolved' | 'missed';
  @ApiProperty({ type: [Number], description: 'Numbers of the evidence that resolved it.' })
  readonly resolvedBy!: readonly number[];
  @ApiPropertyOptional({ type: ToolCallDto, description: 'Set where an agent asked by calling a tool.' })
  readonly call?: ToolCallDto;
  @ApiPropertyOptional({
    description:
      'True if it was not looked for: a reply asked for too much at once, or its call cannot be read. The entry in `misses` says why.',
  })
  readonly skipped?: boolean;
}

/** Something that was looked for and not found. */
export class MissDto {
  @ApiProperty({ type: 'integer', example: 2, description: 'Pass that looked for it, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'TaxOfficeGateway', description: 'What was looked for.' })
  readonly text!: string;
  @ApiProperty({ description: 'Why it counts as not found.' })
  readonly why!: string;
  @ApiProperty({
    type: [String],
    description: 'Where was looked, in words; for values of documents the sections that were tried.',
  })
  readonly where!: readonly string[];
}
