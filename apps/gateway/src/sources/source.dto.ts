import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DocumentPlaceDto } from '../turns/document-place.dto';

/** The source of a piece of evidence: what a viewer shows. */
export class SourceDto extends DocumentPlaceDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the evidence.' })
  readonly n!: number;
  @ApiProperty({ example: 'src/billing/invoice.cs', description: "Path from the repository's root." })
  readonly path!: string;
  @ApiPropertyOptional({
    enum: ['finding', 'calculation'],
    description: 'Set for what is no piece of a file.',
  })
  readonly kind?: 'finding' | 'calculation';
  @ApiPropertyOptional({ example: 'csharp', description: 'Language of the file.' })
  readonly language?: string;
  @ApiPropertyOptional({ description: 'Commit that was indexed.' })
  readonly commit?: string;
  @ApiPropertyOptional({ description: 'Title of the document.' })
  readonly title?: string;
  @ApiPropertyOptional({ description: 'Name of what is defined there.' })
  readonly symbol?: string;
  @ApiPropertyOptional({ description: 'Address of the source, where it has one.' })
  readonly url?: string;
  @ApiProperty({
    enum: ['file', 'index', 'evidence'],
    description:
      '`file`: the lines are those of the file as it is now, which still says what was found · `index`: as it was indexed · ' +
      '`evidence`: what was found, alone.',
  })
  readonly from!: 'file' | 'index' | 'evidence';
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'First line of the place, from 1, in the lines given here.',
  })
  readonly markedFrom!: number;
  @ApiProperty({ type: 'integer', example: 30, description: 'Last line of the place, included.' })
  readonly markedTo!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the first line in `lines`.' })
  readonly firstLine!: number;
  @ApiProperty({
    type: [String],
    description: 'The lines; one of more than 2,000 characters is cut and ends in `…`.',
  })
  readonly lines!: readonly string[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 120,
    description: 'Lines of the whole file; null where that is not known.',
  })
  readonly totalLines!: number | null;
  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Was the file changed after it was indexed? Null where the original cannot be read here.',
  })
  readonly changed!: boolean | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '/v1/turns/t0mg2x/evidence/1/file',
    description: 'Where the original file is; null where it cannot be read here.',
  })
  readonly file!: string | null;
}
