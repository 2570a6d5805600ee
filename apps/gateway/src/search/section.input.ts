import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { Optional } from '../http/validation';
import { SnapshotInput } from '../turns/snapshot.input';

/** Characters of an id or a title. */
export const MAX_ID = 1_000;
/** Sections of one list. */
const MAX_SECTIONS = 1_000;

export class SectionsInput extends SnapshotInput {
  @ApiPropertyOptional({
    example: 'halden-2023.pdf',
    description:
      'Path or id of a document, or the end of its path. Left out: the documents, each as a whole.',
  })
  @Optional()
  @IsString()
  @MaxLength(MAX_ID)
  @Matches(/\S/, { message: 'document must not be empty' })
  document?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_SECTIONS,
    default: 200,
    description: 'Most sections of this reply.',
  })
  @Optional()
  @IsInt()
  @Min(1)
  @Max(MAX_SECTIONS)
  limit?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'How many sections are skipped first.',
  })
  @Optional()
  @IsInt()
  @Min(0)
  @Max(10_000_000)
  skip?: number;
}

export class SectionTextInput extends SnapshotInput {
  @ApiProperty({
    example: 'halden-2023.pdf#revenue',
    description:
      'Id or title of a section; `PATH#page=N` or `PATH, page N`; lines as `PATH#L10-L20`; a path; the name of a definition.',
  })
  @IsString()
  @MaxLength(MAX_ID)
  @Matches(/\S/, { message: 'id must not be empty' })
  id!: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    default: 0,
    description: "Where to read on: `next` of the page before, in characters from the section's beginning.",
  })
  @Optional()
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  offset?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 200,
    maximum: 100_000,
    default: 6_000,
    description: 'Most characters of the page.',
  })
  @Optional()
  @IsInt()
  @Min(200)
  @Max(100_000)
  characters?: number;
}
