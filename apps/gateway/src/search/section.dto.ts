import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SearchedSnapshotDto, PassageDto } from './search.dto';
import { REPOSITORY_OF_PLACE } from '../turns/repository-of-place';

export class SectionEntryDto {
  @ApiProperty({ example: 'halden-2023.pdf#revenue', description: 'Id, which reads the section.' })
  readonly id!: string;
  @ApiProperty({ example: 'Revenue', description: 'Title of the section.' })
  readonly title!: string;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Depth in the section tree; 0 for a whole document.',
  })
  readonly level!: number;
  @ApiProperty({ type: String, nullable: true, description: 'Id of the parent section.' })
  readonly parent!: string | null;
  @ApiProperty({ example: 'halden-2023.pdf', description: 'Path relative to the root of the repository.' })
  readonly path!: string;
  @ApiPropertyOptional(REPOSITORY_OF_PLACE)
  readonly repository?: string;
  @ApiProperty({ type: 'integer', description: "First line in the document's text, counted from 1." })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', description: 'Last line, inclusive.' })
  readonly endLine!: number;
  @ApiPropertyOptional({ type: 'integer', description: 'First page, if the document has pages.' })
  readonly startPage?: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Last page, inclusive.' })
  readonly endPage?: number;
  @ApiProperty({ description: 'Summary of one or two sentences; may be empty.' })
  readonly summary!: string;
  @ApiProperty({ type: 'integer', description: 'Length of the text in characters, including subsections.' })
  readonly characters!: number;
}

export class SectionListDto extends SearchedSnapshotDto {
  @ApiProperty({ type: [SectionEntryDto], description: 'Sections in the order of the text.' })
  readonly sections!: readonly SectionEntryDto[];
  @ApiProperty({ type: 'integer', description: 'Total number of sections.' })
  readonly total!: number;
}

export class SectionTextDto extends SearchedSnapshotDto {
  @ApiProperty({ type: PassageDto, description: 'Text of the page, with its place.' })
  readonly passage!: PassageDto;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the section or page; null for lines of a file.',
  })
  readonly section!: string | null;
  @ApiProperty({ type: 'integer', description: 'Length of the whole section in characters.' })
  readonly characters!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '`offset` of the next page; null on the last page.',
  })
  readonly next!: number | null;
  @ApiProperty({ description: 'Position of the page in words, with the previous, next and nested sections.' })
  readonly note!: string;
}
