import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { INDEX_NOTICES, STORE_NAMES, type StoreName, type IndexNoticeCode } from '@quarry/turn';
import { DocumentPlaceDto } from './document-place.dto';

/** What the passes requested and found; the names are those of design document 000. */
export class CgragDto {
  @ApiProperty({ type: 'integer', example: 2, description: 'Number of retrieval passes, from 1.' })
  readonly passes_used!: number;
  @ApiProperty({ type: [String], description: 'Requests between passes, without duplicates.' })
  readonly gaps_identified!: readonly string[];
  @ApiProperty({ type: [String], description: 'Requests that were resolved in any pass.' })
  readonly gaps_resolved!: readonly string[];
  @ApiProperty({ type: [String], description: 'Other requests: not found, or no longer searched for.' })
  readonly gaps_unresolved!: readonly string[];
  @ApiProperty({ type: String, nullable: true, example: 's1', description: 'Session to continue.' })
  readonly session_id!: string | null;
  @ApiProperty({ description: "True if evidence came from the session's cache." })
  readonly context_from_cache!: boolean;
}

/** A step that continued without an unavailable store. */
export class DegradedDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'expand', description: 'Step of the pipeline.' })
  readonly step!: string;
  @ApiProperty({ enum: STORE_NAMES, description: 'Store that was unavailable.' })
  readonly store!: StoreName;
  @ApiProperty({ example: 'without the code graph', description: 'What the turn lacks as a result.' })
  readonly lacks!: string;
  @ApiProperty({ description: 'Server or file, reason, and what to do.' })
  readonly reason!: string;
}

/** What an index lacked when the turn was asked. */
export class IndexNoticeDto {
  @ApiProperty({
    enum: INDEX_NOTICES,
    description: 'Which notice it is. Clients show `text` for a code that they do not know.',
  })
  readonly code!: IndexNoticeCode;
  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    example: { repository: 'shop', read: 120, files: 300 },
    description: 'What is put into the sentence of the code, by name.',
  })
  readonly values!: Readonly<Record<string, string | number>>;
  @ApiProperty({
    example:
      "The repository 'shop' is being indexed: 120 of 300 files are read; the rest cannot be found yet.",
    description: 'The sentence in English.',
  })
  readonly text!: string;
}

/** How evidence was searched for. */
export class SearchQualityDto {
  @ApiProperty({ description: 'True if a semantic search was made.' })
  readonly semantic_searched!: boolean;
  @ApiProperty({ description: 'True if a full-text search was made.' })
  readonly fts_searched!: boolean;
  @ApiProperty({ description: 'True if the code graph was queried, by name or for neighbours.' })
  readonly graph_searched!: boolean;
  @ApiProperty({
    type: 'integer',
    example: 13,
    description: 'Number of hits above the relevance threshold in all searches, including duplicates.',
  })
  readonly results_found!: number;
  @ApiProperty({
    type: 'integer',
    example: 9,
    description: 'Number of pieces of evidence in the prompt of the answer.',
  })
  readonly results_used!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.82,
    description: 'Relevance of the best hit, 0 to 1; null if nothing was found.',
  })
  readonly best_relevance!: number | null;
  @ApiProperty({
    type: [String],
    description: 'Why modes other than the requested one were used, without duplicates.',
  })
  readonly fallbacks!: readonly string[];
}

/** Place of a piece of evidence. */
export class FoundPlaceDto extends DocumentPlaceDto {
  @ApiProperty({ type: 'integer', example: 3, description: 'Number with which the answer cites it.' })
  readonly n!: number;
  @ApiProperty({ example: 'db/Stock.sql', description: 'Path relative to the root of the repository.' })
  readonly path!: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'First line, counted from 1.' })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', example: 20, description: 'Last line, inclusive.' })
  readonly endLine!: number;
  @ApiPropertyOptional({
    enum: ['finding', 'calculation', 'commit'],
    description:
      'Kind of evidence: a value of `findings`, a result of `calculations`, or a past commit; absent for a ' +
      'passage of a file.',
  })
  readonly kind?: 'finding' | 'calculation' | 'commit';
}

/** Reason why something was not found. */
export class NotFoundDto {
  @ApiProperty({ description: 'Reason why it was not found.' })
  readonly why!: string;
  @ApiProperty({ type: [String], description: 'Where it was searched for, in words.' })
  readonly where!: readonly string[];
}

/** One item that a pass searched for. */
export class AskedItemDto {
  @ApiProperty({ example: 'dbo.StockMovement', description: 'The request, or the query.' })
  readonly text!: string;
  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Number of hits, including those that another item also found.',
  })
  readonly hits!: number;
  @ApiProperty({ type: [FoundPlaceDto], description: 'Places where it was found.' })
  readonly found!: readonly FoundPlaceDto[];
  @ApiProperty({
    type: NotFoundDto,
    nullable: true,
    description: 'Reason why it was not found; null if it was found or is still being searched for.',
  })
  readonly notFound!: NotFoundDto | null;
}

/** A request that was not searched for. */
export class RefusedDto {
  @ApiProperty({ description: 'What was requested.' })
  readonly text!: string;
  @ApiProperty({ description: 'Reason why it was not searched for.' })
  readonly why!: string;
}

/** What one pass requested, found and did not find. */
export class PassReportDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the pass, from 1.' })
  readonly pass!: number;
  @ApiProperty({ type: [AskedItemDto], description: 'What the pass searched for.' })
  readonly asked!: readonly AskedItemDto[];
  @ApiProperty({ type: [FoundPlaceDto], description: 'What else it found: neighbours in the code graph.' })
  readonly alsoFound!: readonly FoundPlaceDto[];
  @ApiProperty({ type: [FoundPlaceDto], description: "Evidence that came from the session's cache." })
  readonly fromCache!: readonly FoundPlaceDto[];
  @ApiProperty({ type: [RefusedDto], description: 'Requests after the pass that were not searched for.' })
  readonly refused!: readonly RefusedDto[];
}
