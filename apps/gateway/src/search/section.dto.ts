import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LookedInDto, PassageDto } from './search.dto';

export class SectionEntryDto {
  @ApiProperty({ example: 'halden-2023.pdf#revenue', description: 'Id that reads it.' })
  readonly id!: string;
  @ApiProperty({ example: 'Revenue', description: 'Its title.' })
  readonly title!: string;
  @ApiProperty({ type: 'integer', example: 1, description: '0 for a document as a whole.' })
  readonly level!: number;
  @ApiProperty({ type: String, nullable: true, description: 'Id of the section that it is part of.' })
  readonly parent!: string | null;
  @ApiProperty({ example: 'halden-2023.pdf', description: "Path from the repository's root." })
  readonly path!: string;
  @ApiProperty({ type: 'integer', description: "First line, from 1, of the document's text." })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', description: 'Last line, included.' })
  readonly endLine!: number;
  @ApiPropertyOptional({ type: 'integer', description: 'First page, where the document has pages.' })
  readonly startPage?: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Last page, included.' })
  readonly endPage?: number;
  @ApiProperty({ description: 'What it says in a sentence or two; may be empty.' })
  readonly summary!: string;
  @ApiProperty({ type: 'integer', description: 'Length of its text, subsections with it.' })
  readonly characters!: number;
}

export class SectionListDto extends LookedInDto {
  @ApiProperty({ type: [SectionEntryDto], description: 'In the order of the text.' })
  readonly sections!: readonly SectionEntryDto[];
  @ApiProperty({ type: 'integer', description: 'How many there are in all.' })
  readonly total!: number;
}

export class SectionTextDto extends LookedInDto {
  @ApiProperty({ type: PassageDto, description: 'The page, with its place.' })
  readonly passage!: PassageDto;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the section or page that it is part of; null for lines of a file.',
  })
  readonly section!: string | null;
  @ApiProperty({ type: 'integer', description: 'Characters of the whole section.' })
  readonly characters!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: '`offset` of the next page; null on the last one.',
  })
  readonly next!: number | null;
  @ApiProperty({ description: 'In words: where it stands, and what is before, behind and below it.' })
  readonly note!: string;
}
