import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { STORE_NAMES, type StoreName } from '@quarry/turn';
import { DocumentPlaceDto } from './document-place.dto';

/** What the passes asked for and found; the names are those of design document 000. */
export class CgragDto {
  @ApiProperty({ type: 'integer', example: 2, description: 'Rounds of retrieval, from 1.' })
  readonly passes_used!: number;
  @ApiProperty({ type: [String], description: 'What was asked for between passes, each once.' })
  readonly gaps_identified!: readonly string[];
  @ApiProperty({ type: [String], description: 'Those that were found in any pass.' })
  readonly gaps_resolved!: readonly string[];
  @ApiProperty({ type: [String], description: 'All others: not found, or no longer looked for.' })
  readonly gaps_unresolved!: readonly string[];
  @ApiProperty({ type: String, nullable: true, example: 's1', description: 'Session to go on with.' })
  readonly session_id!: string | null;
  @ApiProperty({ description: "True where evidence came from the session's cache." })
  readonly context_from_cache!: boolean;
}

/** A step that did without its store. */
export class DegradedDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'expand', description: 'Step of the pipeline.' })
  readonly step!: string;
  @ApiProperty({ enum: STORE_NAMES, description: 'The store that was away.' })
  readonly store!: StoreName;
  @ApiProperty({ example: 'without the code graph', description: 'What the turn lacks for it.' })
  readonly lacks!: string;
  @ApiProperty({ description: 'Which server or file, why, and what to do.' })
  readonly reason!: string;
}

/** How the evidence was looked for. */
export class SearchQualityDto {
  @ApiProperty({ description: 'A search by meaning was made.' })
  readonly semantic_searched!: boolean;
  @ApiProperty({ description: 'A full-text search was made.' })
  readonly fts_searched!: boolean;
  @ApiProperty({ description: 'The code graph was asked: by name, or around what was found.' })
  readonly graph_searched!: boolean;
  @ApiProperty({
    type: 'integer',
    example: 13,
    description: 'Hits above the relevance floor, of all searches, before what is there twice is taken out.',
  })
  readonly results_found!: number;
  @ApiProperty({ type: 'integer', example: 9, description: "Pieces of evidence in the answer's prompt." })
  readonly results_used!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.82,
    description: 'Relevance of the best piece, 0 to 1; null where nothing was found.',
  })
  readonly best_relevance!: number | null;
  @ApiProperty({ type: [String], description: 'Why another mode than asked for was used, each reason once.' })
  readonly fallbacks!: readonly string[];
}

/** Where a piece of evidence stands. */
export class FoundPlaceDto extends DocumentPlaceDto {
  @ApiProperty({ type: 'integer', example: 3, description: 'Number by which the answer cites it.' })
  readonly n!: number;
  @ApiProperty({ example: 'db/Stock.sql', description: "Path from the repository's root." })
  readonly path!: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'First line, from 1.' })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', example: 20, description: 'Last line, included.' })
  readonly endLine!: number;
  @ApiPropertyOptional({
    enum: ['finding', 'calculation'],
    description: 'Set for a value of `findings`, and for a result of `calculations`.',
  })
  readonly kind?: 'finding' | 'calculation';
}

/** Why something counts as not found. */
export class NotFoundDto {
  @ApiProperty({ description: 'Why it counts as not found.' })
  readonly why!: string;
  @ApiProperty({ type: [String], description: 'Where was looked, in words.' })
  readonly where!: readonly string[];
}

/** One thing that a pass looked for. */
export class AskedItemDto {
  @ApiProperty({ example: 'dbo.StockMovement', description: 'The request, or the query.' })
  readonly text!: string;
  @ApiProperty({ type: 'integer', example: 2, description: 'Hits, those that another item found included.' })
  readonly hits!: number;
  @ApiProperty({ type: [FoundPlaceDto], description: 'Where it was found.' })
  readonly found!: readonly FoundPlaceDto[];
  @ApiProperty({
    type: NotFoundDto,
    nullable: true,
    description: 'Why it was not found; null where it was, or while it is looked for.',
  })
  readonly notFound!: NotFoundDto | null;
}

/** A request that was not looked for. */
export class RefusedDto {
  @ApiProperty({ description: 'What was requested.' })
  readonly text!: string;
  @ApiProperty({ description: 'Why it was not looked for.' })
  readonly why!: string;
}

/** What one pass asked for, found and did not find. */
export class PassReportDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the pass, from 1.' })
  readonly pass!: number;
  @ApiProperty({ type: [AskedItemDto], description: 'What it looked for.' })
  readonly asked!: readonly AskedItemDto[];
  @ApiProperty({ type: [FoundPlaceDto], description: 'What it found beside that: neighbours in the graph.' })
  readonly alsoFound!: readonly FoundPlaceDto[];
  @ApiProperty({ type: [FoundPlaceDto], description: "Evidence that came from the session's cache." })
  readonly fromCache!: readonly FoundPlaceDto[];
  @ApiProperty({ type: [RefusedDto], description: 'What was requested after it and not looked for.' })
  readonly refused!: readonly RefusedDto[];
}
