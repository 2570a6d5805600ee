import { ApiProperty } from '@nestjs/swagger';

/** A branch of a git repository on a server. */
export class SnapshotRemoteDto {
  @ApiProperty({ example: 'https://git.example.com/acme/shop.git', description: 'URL of the repository.' })
  readonly url!: string;
  @ApiProperty({ example: 'main', description: 'Branch or tag that was fetched.' })
  readonly branch!: string;
}

/** A snapshot: one indexed state of a repository. */
export class SnapshotDto {
  @ApiProperty({ example: 'shop', description: 'Name of the repository.' })
  readonly repository!: string;
  @ApiProperty({ example: 'current', description: 'Name of the snapshot.' })
  readonly snapshot!: string;
  @ApiProperty({ format: 'date-time', description: 'Time of the last indexing job.' })
  readonly indexedAt!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'cli',
    description:
      'Id of the API key that started the indexing; `cli` for the command line; null if it is unknown.',
  })
  readonly by!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the indexing job; null if there was none.',
  })
  readonly job!: string | null;
  @ApiProperty({ type: 'integer', example: 27, description: 'Number of files in the index.' })
  readonly files!: number;
  @ApiProperty({ type: 'integer', example: 47, description: 'Number of chunks in the index.' })
  readonly chunks!: number;
  @ApiProperty({ type: 'integer', example: 141, description: 'Number of nodes in the code graph.' })
  readonly nodes!: number;
  @ApiProperty({ type: 'integer', example: 248, description: 'Number of edges in the code graph.' })
  readonly edges!: number;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Number of chunks without a vector, which only a keyword search finds.',
  })
  readonly pendingVectors!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Model that computed the vectors; null if there are none.',
  })
  readonly embedder!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Indexed commit; null if the source is not a git repository.',
  })
  readonly commit!: string | null;
  @ApiProperty({ description: 'True if the source had uncommitted changes.' })
  readonly dirty!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Indexed path; null for an import, for a git URL or a site, and for callers with the role `reader`.',
  })
  readonly root!: string | null;
  @ApiProperty({
    type: SnapshotRemoteDto,
    nullable: true,
    description: 'Where it was fetched from; null for a folder, and for callers with the role `reader`.',
  })
  readonly remote!: SnapshotRemoteDto | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://docs.example.com/en/latest/',
    description: 'URL of the documentation site; null for other sources and for readers.',
  })
  readonly site!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'shop.zip',
    description: 'Name of the uploaded file; null for other sources and for readers.',
  })
  readonly upload!: string | null;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Number of files that could not be indexed, or only in part.',
  })
  readonly failures!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2,
    description: 'Number of masked secrets; null if secrets were not detected.',
  })
  readonly secrets!: number | null;
}

export class RepositoryLinksDto {
  @ApiProperty({ example: '/v1/repositories/shop', description: 'Link to the repository.' })
  readonly self!: string;
  @ApiProperty({ example: '/v1/repositories/shop/snapshots', description: 'Link to the snapshots.' })
  readonly snapshots!: string;
}

export class RepositoryDto {
  @ApiProperty({
    example: 'shop',
    description: 'Name of the repository, as in a question, a search or an indexing job.',
  })
  readonly name!: string;
  @ApiProperty({
    description: 'True if the repository belongs to the installation and all tenants can read it.',
  })
  readonly shared!: boolean;
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of snapshots.' })
  readonly snapshots!: number;
  @ApiProperty({
    type: SnapshotDto,
    description: 'The snapshot that was indexed last: the default of questions.',
  })
  readonly current!: SnapshotDto;
  @ApiProperty({ type: RepositoryLinksDto, description: 'Links to related resources.' })
  readonly links!: RepositoryLinksDto;
}

export class RepositoryListDto {
  @ApiProperty({
    type: [RepositoryDto],
    description: 'Repositories, sorted by name. Your own hide shared ones of the same name.',
  })
  readonly repositories!: readonly RepositoryDto[];
}

export class SnapshotListDto {
  @ApiProperty({ type: [SnapshotDto], description: 'Snapshots, last indexed first.' })
  readonly snapshots!: readonly SnapshotDto[];
}

export class FailedFileDto {
  @ApiProperty({
    enum: ['skipped', 'problem'],
    description: '`skipped`: the file is not in the index; `problem`: only a part of it is.',
  })
  readonly kind!: 'skipped' | 'problem';
  @ApiProperty({ example: 'src/broken.ts', description: 'Path relative to the root of the repository.' })
  readonly path!: string;
  @ApiProperty({ example: '3,000,000 bytes, more than the limit', description: 'Reason, in plain text.' })
  readonly reason!: string;
}

export class SecretPlaceDto {
  @ApiProperty({ example: 'config/app.yaml', description: 'Path relative to the root of the repository.' })
  readonly path!: string;
  @ApiProperty({ type: 'integer', example: 12, description: 'Line, from 1.' })
  readonly line!: number;
  @ApiProperty({ example: 'private-key', description: 'Kind of secret. Its value is not stored.' })
  readonly kind!: string;
}

export class SnapshotDetailDto extends SnapshotDto {
  @ApiProperty({
    type: [FailedFileDto],
    description: 'Files that could not be indexed, or only in part; at most 1,000.',
  })
  readonly failed!: readonly FailedFileDto[];
  @ApiProperty({ type: [SecretPlaceDto], description: 'Places of masked secrets; at most 1,000.' })
  readonly secretPlaces!: readonly SecretPlaceDto[];
}

export class DeletedSnapshotsDto {
  @ApiProperty({ example: 'shop', description: 'Name of the repository.' })
  readonly repository!: string;
  @ApiProperty({ type: [String], example: ['current'], description: 'Names of the deleted snapshots.' })
  readonly deleted!: readonly string[];
}

export class SampleQuestionsDto {
  @ApiProperty({
    type: [String],
    example: ['How does InvoiceService work?', 'Who calls StockService.release?'],
    description: 'Questions to begin with.',
  })
  readonly questions!: readonly string[];
}
