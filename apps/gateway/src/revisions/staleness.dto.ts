import { ApiProperty } from '@nestjs/swagger';
import { PASSAGE_STATES, type PassageState } from '@quarry/turn';
import { DiffLineDto, RevisionPlaceDto } from './revision-changes.dto';

/** The lines of one citation in the current snapshot. */
export class CitationStateDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the citation in the answer.' })
  readonly n!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Repository, if the turn is about several; otherwise null.',
  })
  readonly repository!: string | null;
  @ApiProperty({ example: 'src/orders.ts', description: 'Path as it was cited.' })
  readonly path!: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'First line as it was cited, counted from 1.' })
  readonly startLine!: number;
  @ApiProperty({ type: 'integer', example: 30, description: 'Last line as it was cited, inclusive.' })
  readonly endLine!: number;
  @ApiProperty({ example: 'current', description: 'The snapshot that was compared.' })
  readonly snapshot!: string;
  @ApiProperty({
    enum: PASSAGE_STATES,
    description:
      '`fresh`: in their place · `moved`: the same lines elsewhere · `changed`: most of them, or what they define, is ' +
      'still there · `gone`.',
  })
  readonly state!: PassageState;
  @ApiProperty({
    type: RevisionPlaceDto,
    nullable: true,
    description: 'Where the lines are now; null if they are gone.',
  })
  readonly place!: RevisionPlaceDto | null;
  @ApiProperty({
    type: [DiffLineDto],
    description: 'The lines then and now if they `changed`; otherwise empty.',
  })
  readonly diff!: readonly DiffLineDto[];
}

/** Whether the lines that an answer cites are still as they were. */
export class TurnStalenessDto {
  @ApiProperty({
    type: String,
    enum: [...PASSAGE_STATES, null],
    nullable: true,
    description: 'The worst state of its citations; null if none can be compared.',
  })
  readonly state!: PassageState | null;
  @ApiProperty({
    type: [CitationStateDto],
    description: 'The citations of passages of files. Values and calculations are not compared.',
  })
  readonly citations!: readonly CitationStateDto[];
}
