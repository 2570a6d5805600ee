import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RETRIEVAL_MODES, type RetrievalMode } from '@quarry/turn';
import { DocumentPlaceDto } from '../turns/document-place.dto';

/** A text with the place where it stands. */
export class PassageDto extends DocumentPlaceDto {
  @ApiProperty({ description: 'Identity of the text, the same in every search of this snapshot.' })
  readonly id!: string;
  @ApiProperty({ example: 'db/Stock.sql', description: "Path from the repository's root." })
  readonly path!: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'First line, from 1.' })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', example: 20, description: 'Last line, included.' })
  readonly endLine!: number;
  @ApiPropertyOptional({ example: 'sql', description: 'Language of the file.' })
  readonly language?: string;
  @ApiPropertyOptional({ description: 'Name of what is defined there.' })
  readonly symbol?: string;
  @ApiPropertyOptional({ example: 'dbo.Invoice|TABLE', description: 'Key of its node in the code graph.' })
  readonly nodeKey?: string;
  @ApiPropertyOptional({ description: 'Title of the document.' })
  readonly title?: string;
  @ApiPropertyOptional({ description: 'Address of the source, where it has one.' })
  readonly url?: string;
  @ApiPropertyOptional({ description: 'Identity of its document, where a file holds several.' })
  readonly document?: string;
  @ApiPropertyOptional({ type: 'integer', description: 'Its place in that document, in characters.' })
  readonly offset?: number;
  @ApiPropertyOptional({ description: 'Id of the innermost section in which it begins.' })
  readonly section?: string;
  @ApiPropertyOptional({ description: 'Commit that was indexed.' })
  readonly commit?: string;
  @ApiProperty({ description: 'The text itself, unchanged.' })
  readonly text!: string;
}

export class HitDto extends PassageDto {
  @ApiProperty({ example: 0.82, description: '0 to 1 for this query.' })
  readonly relevance!: number;
}

/** What was looked in. */
export class LookedInDto {
  @ApiProperty({ example: 'shop', description: 'Repository that was looked in.' })
  readonly repository!: string;
  @ApiProperty({ example: 'current', description: 'Snapshot of it.' })
  readonly snapshot!: string;
}

export class SearchResultDto extends LookedInDto {
  @ApiProperty({ enum: RETRIEVAL_MODES, description: 'How was searched.' })
  readonly mode!: RetrievalMode;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why another mode than asked for was used; null where none was.',
  })
  readonly fallback!: string | null;
  @ApiProperty({ type: [HitDto], description: 'Best first; empty where nothing relevant was found.' })
  readonly hits!: readonly HitDto[];
}
