import { ApiProperty } from '@nestjs/swagger';

const CHANGES = ['same', 'moved', 'changed', 'removed', 'added'] as const;
const LINES = ['same', 'removed', 'added'] as const;
const SIDES = ['both', 'from', 'to'] as const;

/** A statement of one or both of the answers. */
export class ClaimChangeDto {
  @ApiProperty({ description: 'The statement; of both answers, as the newer one says it.' })
  readonly text!: string;
  @ApiProperty({ enum: SIDES, description: 'Which of the answers makes it.' })
  readonly in!: (typeof SIDES)[number];
  @ApiProperty({
    type: Boolean,
    nullable: true,
    description:
      'For a statement of one answer: whether the lines that it cites are the same in the other revision, so that it ' +
      'holds there as well. Null if it cites none, and if both answers make it.',
  })
  readonly holdsInOther!: boolean | null;
}

export class RevisionPlaceDto {
  @ApiProperty({ example: 'src/orders.ts', description: 'Path relative to the root of the repository.' })
  readonly path!: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'First line, counted from 1.' })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', example: 30, description: 'Last line, inclusive.' })
  readonly endLine!: number;
}

export class DiffLineDto {
  @ApiProperty({ enum: LINES, description: 'Whether the line is in both revisions or in one of them.' })
  readonly kind!: (typeof LINES)[number];
  @ApiProperty({ description: 'The line.' })
  readonly text!: string;
}

/** What happened to lines that one of the answers cites. */
export class EvidenceChangeDto {
  @ApiProperty({
    enum: CHANGES,
    description:
      '`moved`: the same lines are elsewhere · `changed`: most of them are there, see `diff` · `removed`, `added`: only ' +
      'the older or the newer revision has them.',
  })
  readonly change!: (typeof CHANGES)[number];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Repository, if the turns are about several; otherwise null.',
  })
  readonly repository!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of what the lines define; null if they define nothing.',
  })
  readonly symbol!: string | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', nullable: true },
    minItems: 2,
    maxItems: 2,
    example: [1, null],
    description:
      'Number of the citation in the older and in the newer answer; null in one that does not cite it.',
  })
  readonly citedAs!: readonly (number | null)[];
  @ApiProperty({
    type: RevisionPlaceDto,
    nullable: true,
    description: 'Where the older revision has the lines.',
  })
  readonly from!: RevisionPlaceDto | null;
  @ApiProperty({
    type: RevisionPlaceDto,
    nullable: true,
    description: 'Where the newer revision has the lines.',
  })
  readonly to!: RevisionPlaceDto | null;
  @ApiProperty({
    type: [DiffLineDto],
    description: 'The lines of both revisions if they `changed`; otherwise empty.',
  })
  readonly diff!: readonly DiffLineDto[];
}

/** A definition that is in another file than before. */
export class MovedSymbolDto {
  @ApiProperty({ example: 'refuseDuplicate', description: 'Name of the definition.' })
  readonly symbol!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Repository, if the turns are about several; otherwise null.',
  })
  readonly repository!: string | null;
  @ApiProperty({ type: RevisionPlaceDto, description: 'Where it was.' })
  readonly from!: RevisionPlaceDto;
  @ApiProperty({ type: RevisionPlaceDto, description: 'Where it is.' })
  readonly to!: RevisionPlaceDto;
}

export class RevisionChangesDto {
  @ApiProperty({
    type: [ClaimChangeDto],
    description: 'Statements of the answers: of the older, of both, of the newer.',
  })
  readonly claims!: readonly ClaimChangeDto[];
  @ApiProperty({
    type: [EvidenceChangeDto],
    description: 'The cited lines, by path of the older revision; added ones last.',
  })
  readonly evidence!: readonly EvidenceChangeDto[];
  @ApiProperty({
    type: [MovedSymbolDto],
    description: 'Cited definitions that are in another file than before.',
  })
  readonly moved!: readonly MovedSymbolDto[];
}
