import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  CALLED_TOOLS,
  EVIDENCE_KINDS,
  SEARCH_MODES,
  type CalledTool,
  type EvidenceKind,
  type SearchMode,
} from '@quarry/turn';
import { DocumentPlaceDto } from './document-place.dto';
import { EvidenceMetadataDto } from './evidence-metadata.dto';
import { REPOSITORY_OF_PLACE, SNAPSHOT_OF_PLACE } from './repository-of-place';

/** A place that the answer cites. */
export class CitationDto extends DocumentPlaceDto {
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Number of the evidence, as in the citation `[1]` of the answer.',
  })
  readonly n!: number;
  @ApiProperty({
    example: 'src/billing/invoice.cs',
    description: 'Path relative to the root of the repository.',
  })
  readonly path!: string;
  @ApiPropertyOptional(REPOSITORY_OF_PLACE)
  readonly repository?: string;
  @ApiPropertyOptional(SNAPSHOT_OF_PLACE)
  readonly snapshot?: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'First line, counted from 1.' })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', example: 30, description: 'Last line, inclusive.' })
  readonly endLine!: number;
  @ApiPropertyOptional({
    enum: ['finding', 'calculation', 'commit'],
    description:
      'Kind of evidence: a value of `findings`, a result of `calculations`, or a past commit; absent for a ' +
      'passage of a file.',
  })
  readonly kind?: 'finding' | 'calculation' | 'commit';
  @ApiPropertyOptional({
    example: '3M_2022_10K.pdf#performance-by-business-segment',
    description:
      'Id of the section that contains the cited lines, if the document has sections: of lines of several sections, ' +
      'the one that contains them all.',
  })
  readonly section?: string;
  @ApiPropertyOptional({ description: 'Indexed commit, if the source is a git repository.' })
  readonly commit?: string;
  @ApiPropertyOptional({
    example: 'InvoiceService.Cancel',
    description: 'Name of the symbol that is defined there.',
  })
  readonly symbol?: string;
  @ApiPropertyOptional({ description: 'URL of the source, if it has one.' })
  readonly url?: string;
  @ApiProperty({ type: 'integer', example: 2, description: 'Pass that found it, from 1.' })
  readonly pass!: number;
  @ApiPropertyOptional({
    example: 'Guide › Timeouts',
    description: 'Title of the document, if it has one, with those of the headings above the cited lines.',
  })
  readonly title?: string;
}

/** Where a section begins within a piece of evidence. */
export class SectionStartDto {
  @ApiProperty({
    type: 'integer',
    example: 42,
    description: 'First line of the section, counted as `startLine`.',
  })
  readonly line!: number;
  @ApiProperty({ example: 'guide.md#timeouts', description: 'Id of the section.' })
  readonly id!: string;
  @ApiProperty({ example: 'Guide › Timeouts', description: 'Titles from the document to the section.' })
  readonly title!: string;
}

/** Evidence: retrieved text that can be cited. */
export class EvidenceDto extends DocumentPlaceDto {
  @ApiProperty({ description: 'Id of the text, the same in every turn over the same index.' })
  readonly id!: string;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Number with which the answer cites it, unique in the turn.',
  })
  readonly n!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass that found it, from 1.' })
  readonly pass!: number;
  @ApiProperty({
    enum: EVIDENCE_KINDS,
    description:
      'Kind of evidence: a passage of a file, the text of a graph node, a value with its provenance, or a ' +
      'calculation.',
  })
  readonly kind!: EvidenceKind;
  @ApiProperty({ description: 'Text of the evidence, unchanged.' })
  readonly text!: string;
  @ApiProperty({ example: 'db/Stock.sql', description: 'Path relative to the root of the repository.' })
  readonly path!: string;
  @ApiPropertyOptional(REPOSITORY_OF_PLACE)
  readonly repository?: string;
  @ApiPropertyOptional(SNAPSHOT_OF_PLACE)
  readonly snapshot?: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'First line, counted from 1.' })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', example: 20, description: 'Last line, inclusive.' })
  readonly endLine!: number;
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
    example: [[268, 310]],
    description: 'First and last line of what the same definition has before and after these lines.',
  })
  readonly rest?: readonly (readonly number[])[];
  @ApiPropertyOptional({ example: 'sql', description: 'Language of the file.' })
  readonly language?: string;
  @ApiPropertyOptional({ description: 'Id of the innermost section that contains the start of the passage.' })
  readonly section?: string;
  @ApiPropertyOptional({
    type: [SectionStartDto],
    description: 'Sections that begin below the first line of the passage, if there are any.',
  })
  readonly sections?: readonly SectionStartDto[];
  @ApiPropertyOptional({ description: 'Name of the symbol that is defined there.' })
  readonly symbol?: string;
  @ApiPropertyOptional({ example: 'dbo.Invoice|TABLE', description: 'Key of the node in the code graph.' })
  readonly nodeKey?: string;
  @ApiPropertyOptional({ description: 'Indexed commit.' })
  readonly commit?: string;
  @ApiPropertyOptional({ description: 'Title of the document.' })
  readonly title?: string;
  @ApiPropertyOptional({ description: 'URL of the source, if it has one.' })
  readonly url?: string;
  @ApiPropertyOptional({ description: 'Id of the document, if the file contains several.' })
  readonly document?: string;
  @ApiPropertyOptional({ type: 'integer', description: 'Offset in that document, in characters.' })
  readonly offset?: number;
  @ApiPropertyOptional({
    example: 'In millions | 2022 | 2021',
    description:
      'Caption, unit and head rows of the table whose rows it begins with, as lines, if they are above its text.',
  })
  readonly tableHead?: string;
  @ApiPropertyOptional({
    type: 'integer',
    description:
      'Number of the evidence to which it is related by document or folder, if it was found that way.',
  })
  readonly relatedTo?: number;
  @ApiProperty({
    example: 0.82,
    description: 'Relevance for the query that found it, 0 to 1; comparable within this turn.',
  })
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
    description: 'How it was found, in the terms of design document 002.',
  })
  readonly metadata!: EvidenceMetadataDto;
}

/** A search of a turn. */
export class SearchDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass of the search, from 1.' })
  readonly pass!: number;
  @ApiProperty({
    enum: SEARCH_MODES,
    description: 'Retrieval mode of the search.',
  })
  readonly mode!: SearchMode;
  @ApiProperty({ description: 'Query of the search.' })
  readonly query!: string;
  @ApiProperty({ type: 'integer', example: 8, description: 'Number of hits above the relevance threshold.' })
  readonly hits!: number;
  @ApiProperty({ type: 'integer', example: 5, description: 'Number of new pieces of evidence.' })
  readonly added!: number;
  @ApiPropertyOptional({
    example: 'shop@current',
    description: 'Repository and snapshot that were searched.',
  })
  readonly index?: string;
  @ApiPropertyOptional({
    type: [String],
    description:
      'Repositories of the turn that were left out, because others are likelier to hold what was asked for; absent if none.',
  })
  readonly notSearched?: readonly string[];
  @ApiPropertyOptional({ description: 'Why a mode other than the requested one was used; absent otherwise.' })
  readonly fallback?: string;
  @ApiPropertyOptional({ description: 'Why the search was skipped; absent otherwise.' })
  readonly skipped?: string;
}

/** A tool call of an agent. */
export class ToolCallDto {
  @ApiProperty({ enum: CALLED_TOOLS, description: 'Name of the tool; `unknown` if there is no such tool.' })
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
  @ApiPropertyOptional({ description: 'Message of the tool in addition to the evidence.' })
  readonly note?: string;
}

/** A request for more data. */
export class NeedDto {
  @ApiProperty({ example: 'need-1', description: 'Id within the turn.' })
  readonly id!: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass that requested it, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'dbo.StockMovement', description: 'What was requested.' })
  readonly text!: string;
  @ApiProperty({ enum: ['open', 'resolved', 'missed'], description: 'State of the request.' })
  readonly status!: 'open' | 'resolved' | 'missed';
  @ApiProperty({ type: [Number], description: 'Numbers of the evidence that resolved it.' })
  readonly resolvedBy!: readonly number[];
  @ApiPropertyOptional({ type: ToolCallDto, description: 'The tool call, if an agent made the request.' })
  readonly call?: ToolCallDto;
  @ApiPropertyOptional({
    description:
      'True if it was not looked for: a reply asked for too much at once, or its call cannot be read. The entry in `misses` says why.',
  })
  readonly skipped?: boolean;
}

/** Why another pass was refused. */
export class StopDto {
  @ApiProperty({ example: 'deadline', description: 'Rule of the loop guard, or `malformed`.' })
  readonly rule!: string;
  @ApiProperty({ description: 'What it found, in one clause.' })
  readonly reason!: string;
}

/** Something that was asked for and not found. */
export class GapDto {
  @ApiProperty({ example: 'TaxOfficeGateway', description: 'The request as it was first written.' })
  readonly text!: string;
  @ApiProperty({ description: 'Why it was not found, or why it was not searched for.' })
  readonly why!: string;
  @ApiProperty({ type: [String], description: 'Where the passes searched, in words, without duplicates.' })
  readonly where!: readonly string[];
  @ApiProperty({
    description: 'False if it was not searched for: the loop guard refused it, or the turn ended first.',
  })
  readonly sought!: boolean;
}

/** Something that was searched for and not found. */
export class MissDto {
  @ApiProperty({ type: 'integer', example: 2, description: 'Pass that searched for it, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'TaxOfficeGateway', description: 'Query of the search.' })
  readonly text!: string;
  @ApiProperty({ description: 'Reason why it was not found.' })
  readonly why!: string;
  @ApiProperty({
    type: [String],
    description: 'Where it was searched for, in words; for values of documents, the sections that were read.',
  })
  readonly where!: readonly string[];
}
