import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RETRIEVAL_MODES, type RetrievalMode } from '@quarry/turn';
import { DocumentPlaceDto } from '../turns/document-place.dto';
import { REPOSITORY_OF_PLACE, SNAPSHOT_OF_PLACE } from '../turns/repository-of-place';
import { SnapshotRefDto } from '../turns/snapshot-ref.dto';

/** A passage with its place. */
export class PassageDto extends DocumentPlaceDto {
  @ApiProperty({ description: 'Id of the passage, stable within the snapshot.' })
  readonly id!: string;
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
  @ApiPropertyOptional({ example: 'sql', description: 'Language of the file.' })
  readonly language?: string;
  @ApiPropertyOptional({ description: 'Name of the symbol that is defined there.' })
  readonly symbol?: string;
  @ApiPropertyOptional({ example: 'dbo.Invoice|TABLE', description: 'Key of the node in the code graph.' })
  readonly nodeKey?: string;
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
  @ApiPropertyOptional({ description: 'Id of the innermost section that contains the start of the passage.' })
  readonly section?: string;
  @ApiPropertyOptional({ description: 'Indexed commit.' })
  readonly commit?: string;
  @ApiProperty({ description: 'Text of the passage, unchanged.' })
  readonly text!: string;
}

export class HitDto extends PassageDto {
  @ApiProperty({ example: 0.82, description: 'Relevance for this query, 0 to 1.' })
  readonly relevance!: number;
}

/** What was searched. */
export class SearchedSnapshotDto {
  @ApiProperty({
    example: 'shop',
    description: 'Repository that was searched; of several the first names, which `repositories` lists.',
  })
  readonly repository!: string;
  @ApiProperty({ example: 'current', description: 'Snapshot that was searched; of several their names.' })
  readonly snapshot!: string;
  @ApiProperty({ type: [SnapshotRefDto], description: 'Every snapshot that was searched.' })
  readonly repositories!: readonly SnapshotRefDto[];
}

export class DamagedRepositoryDto {
  @ApiProperty({ example: 'shop', description: 'Repository that was left out.' })
  readonly repository!: string;
  @ApiProperty({
    example: 'The search index of "shop" is damaged. Build it again with `quarry index PATH --rebuild`.',
    description: 'What is damaged, and how to repair it.',
  })
  readonly reason!: string;
}

export class SearchResultDto extends SearchedSnapshotDto {
  @ApiProperty({ enum: RETRIEVAL_MODES, description: 'Retrieval mode of the search.' })
  readonly mode!: RetrievalMode;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why a mode other than the requested one was used; null otherwise.',
  })
  readonly fallback!: string | null;
  @ApiProperty({
    type: [String],
    description:
      'Repositories that were left out, because more than ten are in scope and others are likelier to hold what was asked for.',
  })
  readonly notSearched!: readonly string[];
  @ApiProperty({
    type: [DamagedRepositoryDto],
    description: 'Repositories of several in scope that were left out, because their index is damaged.',
  })
  readonly damaged!: readonly DamagedRepositoryDto[];
  @ApiProperty({ type: [HitDto], description: 'Hits, best first; empty if nothing relevant was found.' })
  readonly hits!: readonly HitDto[];
}
