import { ApiProperty } from '@nestjs/swagger';

/** One state of a repository, as it was indexed. */
export class SnapshotDto {
  @ApiProperty({ example: 'shop', description: 'Name of the repository.' })
  readonly repository!: string;
  @ApiProperty({ example: 'current', description: 'Name of this state of it.' })
  readonly snapshot!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was indexed last.' })
  readonly indexedAt!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'cli',
    description:
      'Id of the API key that had it indexed; `cli`: the command line; null where nobody is known.',
  })
  readonly by!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Indexing job; null where it was none.' })
  readonly job!: string | null;
  @ApiProperty({ type: 'integer', example: 27, description: 'Files in the index.' })
  readonly files!: number;
  @ApiProperty({ type: 'integer', example: 47, description: 'Chunks that can be found.' })
  readonly chunks!: number;
  @ApiProperty({ type: 'integer', example: 141, description: 'Nodes of the code graph.' })
  readonly nodes!: number;
  @ApiProperty({ type: 'integer', example: 248, description: 'Edges of the code graph.' })
  readonly edges!: number;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Chunks without a vector, which are found by keywords only.',
  })
  readonly pendingVectors!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Model that the vectors come from; null where there are none.',
  })
  readonly embedder!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Commit that was indexed; null where the source is no git repository.',
  })
  readonly commit!: string | null;
  @ApiProperty({ description: 'True where the source held changes that the commit does not.' })
  readonly dirty!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Path that was indexed; null for an import, and for readers.',
  })
  readonly root!: string | null;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Files that could not be indexed, or not as they should be.',
  })
  readonly failures!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2,
    description: 'Secrets that are masked in it; null where none was looked for.',
  })
  readonly secrets!: number | null;
}

export class RepositoryLinksDto {
  @ApiProperty({ example: '/v1/repositories/shop', description: 'The repository.' })
  readonly self!: string;
  @ApiProperty({ example: '/v1/repositories/shop/snapshots', description: 'Its snapshots.' })
  readonly snapshots!: string;
}

export class RepositoryDto {
  @ApiProperty({ example: 'shop', description: 'Name by which a question, a search or a job means it.' })
  readonly name!: string;
  @ApiProperty({ description: 'True where it belongs to no tenant, but to the installation.' })
  readonly shared!: boolean;
  @ApiProperty({ type: 'integer', example: 1, description: 'Snapshots of it that are known.' })
  readonly snapshots!: number;
  @ApiProperty({
    type: SnapshotDto,
    description: 'The one that was indexed last: questions are about it where they name none.',
  })
  readonly current!: SnapshotDto;
  @ApiProperty({ type: RepositoryLinksDto, description: 'Where to go on from here.' })
  readonly links!: RepositoryLinksDto;
}

export class RepositoryListDto {
  @ApiProperty({ type: [RepositoryDto], description: 'By name; your own hide shared ones of their names.' })
  readonly repositories!: readonly RepositoryDto[];
}

export class SnapshotListDto {
  @ApiProperty({ type: [SnapshotDto], description: 'The one that was indexed last first.' })
  readonly snapshots!: readonly SnapshotDto[];
}

export class FailedFileDto {
  @ApiProperty({
    enum: ['skipped', 'problem'],
    description: '`skipped`: it is not in the index; `problem`: it is, with less than there should be.',
  })
  readonly kind!: 'skipped' | 'problem';
  @ApiProperty({ example: 'src/broken.ts', description: "Path from the repository's root." })
  readonly path!: string;
  @ApiProperty({ example: '3,000,000 bytes, more than the limit', description: 'Why, for people.' })
  readonly reason!: string;
}

export class SecretPlaceDto {
  @ApiProperty({ example: 'config/app.yaml', description: "Path from the repository's root." })
  readonly path!: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'Line, from 1.' })
  readonly line!: number;
  @ApiProperty({ example: 'private-key', description: 'What it is. Its value is nowhere.' })
  readonly kind!: string;
}

export class SnapshotDetailDto extends SnapshotDto {
  @ApiProperty({
    type: [FailedFileDto],
    description: 'Files that could not be indexed, or not as they should be; at most 1,000.',
  })
  readonly failed!: readonly FailedFileDto[];
  @ApiProperty({ type: [SecretPlaceDto], description: 'Where secrets are masked; at most 1,000.' })
  readonly secretPlaces!: readonly SecretPlaceDto[];
}

export class DeletedSnapshotsDto {
  @ApiProperty({ example: 'shop', description: 'Name of the repository.' })
  readonly repository!: string;
  @ApiProperty({ type: [String], example: ['current'], description: 'Snapshots that are gone.' })
  readonly deleted!: readonly string[];
}
