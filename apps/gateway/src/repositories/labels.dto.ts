import { ApiProperty } from '@nestjs/swagger';

/** Who may read what a rule matches. */
export class ShownLabelDto {
  @ApiProperty({
    type: [String],
    required: false,
    example: ['finance'],
    description: 'A reader is in one of these groups. If absent: any group, and none.',
  })
  readonly groups?: readonly string[];
  @ApiProperty({
    required: false,
    example: 'confidential',
    description: 'A reader is cleared for this step. If absent: needs no clearance.',
  })
  readonly sensitivity?: string;
}

export class ShownLabelRuleDto extends ShownLabelDto {
  @ApiProperty({
    type: [String],
    example: ['payroll/'],
    description: 'Patterns of .gitignore, from the root.',
  })
  readonly paths!: readonly string[];
}

/** The labels of one snapshot. */
export class SnapshotLabelsDto {
  @ApiProperty({ example: 'current', description: 'Name of the snapshot.' })
  readonly snapshot!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Changes with every change of the labels; null: it has none, so only callers who read everything may read it.',
  })
  readonly version!: string | null;
  @ApiProperty({
    enum: ['file', 'request'],
    nullable: true,
    description:
      '`file`: from quarry-labels.yaml, or without one; `request`: put by this route, and kept when the sources are indexed again.',
  })
  readonly source!: 'file' | 'request' | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the labels cannot be applied, so that only callers who read everything may read.',
  })
  readonly problem!: string | null;
  @ApiProperty({ type: 'integer', example: 27, description: 'Number of files in the index.' })
  readonly files!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Number of files without a label.' })
  readonly unlabelled!: number;
  @ApiProperty({ type: [String], description: 'Ladder of sensitivities, lowest first.' })
  readonly sensitivities!: readonly string[];
  @ApiProperty({ type: ShownLabelDto, nullable: true, description: 'Label of files that no rule matches.' })
  readonly default!: ShownLabelDto | null;
  @ApiProperty({ type: [ShownLabelRuleDto], description: 'The last rule that matches a path decides.' })
  readonly rules!: readonly ShownLabelRuleDto[];
}

export class RepositoryLabelsDto {
  @ApiProperty({ example: 'shop', description: 'Name of the repository.' })
  readonly repository!: string;
  @ApiProperty({ type: [SnapshotLabelsDto], description: 'Labels of each snapshot.' })
  readonly snapshots!: readonly SnapshotLabelsDto[];
}
