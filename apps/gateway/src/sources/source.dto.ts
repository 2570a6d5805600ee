import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DocumentPlaceDto } from '../turns/document-place.dto';
import { SourceTableDto } from './source-table.dto';

/** The source of a piece of evidence: what a viewer shows. */
export class SourceDto extends DocumentPlaceDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the evidence.' })
  readonly n!: number;
  @ApiProperty({
    example: 'src/billing/invoice.cs',
    description: 'Path relative to the root of the repository.',
  })
  readonly path!: string;
  @ApiPropertyOptional({
    enum: ['finding', 'calculation', 'commit'],
    description: 'Kind of evidence; absent for a passage of a file.',
  })
  readonly kind?: 'finding' | 'calculation' | 'commit';
  @ApiPropertyOptional({ example: 'csharp', description: 'Language of the file.' })
  readonly language?: string;
  @ApiPropertyOptional({ description: 'Indexed commit.' })
  readonly commit?: string;
  @ApiPropertyOptional({ description: 'Title of the document.' })
  readonly title?: string;
  @ApiPropertyOptional({ description: 'Name of the symbol that is defined there.' })
  readonly symbol?: string;
  @ApiPropertyOptional({ description: 'URL of the source, if it has one.' })
  readonly url?: string;
  @ApiProperty({
    enum: ['file', 'index', 'evidence'],
    description:
      '`file`: lines of the current file, which still contains the evidence · `index`: lines as they were ' +
      'indexed · `evidence`: only the evidence.',
  })
  readonly from!: 'file' | 'index' | 'evidence';
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'First line of the evidence, or of what the answer quotes of it; as `firstLine` counts.',
  })
  readonly markedFrom!: number;
  @ApiProperty({ type: 'integer', example: 30, description: 'Last line of that, inclusive.' })
  readonly markedTo!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Line number of the first of `lines`.' })
  readonly firstLine!: number;
  @ApiProperty({
    type: [String],
    description: 'The lines. A line longer than 2,000 characters is truncated and ends with `…`.',
  })
  readonly lines!: readonly string[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 120,
    description: 'Number of lines of the whole file; null if it is unknown.',
  })
  readonly totalLines!: number | null;
  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'True if the file has changed since it was indexed; null if the original cannot be read.',
  })
  readonly changed!: boolean | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '/v1/turns/t0mg2x/evidence/1/file',
    description: 'URL of the original file; null if it cannot be read.',
  })
  readonly file!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://github.com/acme/shop/blob/1f6589ec3a/src/billing/invoice.cs#L12-L30',
    description:
      'Page of the lines on the host of the git repository (GitHub, GitLab, Bitbucket, Gitea), at the indexed ' +
      'commit; null if the host is unknown or the file was not committed.',
  })
  readonly hostUrl!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'vscode://file/srv/sources/shop/src/billing/invoice.cs:12',
    description: 'URL that opens the file in an editor, by QUARRY_EDITOR_URL; null without that setting.',
  })
  readonly editorUrl!: string | null;
  @ApiPropertyOptional({
    type: SourceTableDto,
    description: 'The table around the evidence, if it is a cell or rows of one.',
  })
  readonly table?: SourceTableDto;
}
