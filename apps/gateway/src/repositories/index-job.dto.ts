import { ApiProperty } from '@nestjs/swagger';
import { JOB_PHASES, JOB_STATUSES, type JobPhase, type JobStatus } from '@quarry/repositories';
import { SnapshotDto } from './repository.dto';

export class IndexJobProgressDto {
  @ApiProperty({ enum: JOB_PHASES, example: 'vectors', description: 'Current phase.' })
  readonly phase!: JobPhase;
  @ApiProperty({ type: 'integer', example: 120, description: 'Number of finished items of the phase.' })
  readonly done!: number;
  @ApiProperty({ type: 'integer', example: 400, description: 'Total number of items of the phase.' })
  readonly total!: number;
}

export class IndexJobFaultDto {
  @ApiProperty({ example: 'path_not_found', description: 'Error code; docs/errors.md lists all codes.' })
  readonly code!: string;
  @ApiProperty({ description: 'What happened and what to do about it, in plain text.' })
  readonly message!: string;
}

export class IndexJobLinksDto {
  @ApiProperty({ example: '/v1/index-jobs/j1f2e3d', description: 'Link to the job.' })
  readonly self!: string;
  @ApiProperty({ example: '/v1/index-jobs/j1f2e3d/events', description: 'Link to the progress events.' })
  readonly events!: string;
  @ApiProperty({ example: '/v1/index-jobs/j1f2e3d/cancel', description: 'Link that cancels the job.' })
  readonly cancel!: string;
  @ApiProperty({ example: '/v1/repositories/shop', description: 'What the job indexes.' })
  readonly repository!: string;
}

/** An indexing job and its status. */
export class IndexJobDto {
  @ApiProperty({ example: 'j1f2e3d', description: 'Id of the job.' })
  readonly id!: string;
  @ApiProperty({ example: 'shop', description: 'Name of the repository.' })
  readonly repository!: string;
  @ApiProperty({ example: 'current', description: 'Name of the snapshot.' })
  readonly snapshot!: string;
  @ApiProperty({
    example: '/srv/sources/acme/shop',
    description: 'Path that is indexed, URL of the git repository or the site, or name of the uploaded file.',
  })
  readonly path!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'main',
    description: 'Branch or tag to fetch; null for the default branch, and for a path.',
  })
  readonly branch!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the API key that started the job; null otherwise.',
  })
  readonly by!: string | null;
  @ApiProperty({ enum: JOB_STATUSES, description: 'Current status.' })
  readonly status!: JobStatus;
  @ApiProperty({ description: 'True from the request to cancel the job until it ends.' })
  readonly cancelling!: boolean;
  @ApiProperty({
    type: IndexJobFaultDto,
    nullable: true,
    description: 'Reason of the failure; null if it did not fail.',
  })
  readonly fault!: IndexJobFaultDto | null;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Number of attempts. Another indexer takes over the job of a lost one.',
  })
  readonly attempts!: number;
  @ApiProperty({
    type: IndexJobProgressDto,
    nullable: true,
    description: 'Progress; null before the job starts.',
  })
  readonly progress!: IndexJobProgressDto | null;
  @ApiProperty({
    type: SnapshotDto,
    nullable: true,
    description: 'Result of the job; null before it ends.',
  })
  readonly indexed!: SnapshotDto | null;
  @ApiProperty({ format: 'date-time', description: 'Time of the request.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time at which it started; null before.',
  })
  readonly startedAt!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Time at which it ended; null before.',
  })
  readonly endedAt!: string | null;
  @ApiProperty({ type: IndexJobLinksDto, description: 'Links to related resources.' })
  readonly links!: IndexJobLinksDto;
}

export class IndexJobListDto {
  @ApiProperty({ type: [IndexJobDto], description: 'Newest first.' })
  readonly jobs!: readonly IndexJobDto[];
}

/** Result of a request to cancel a job. */
export class IndexJobCancelledDto {
  @ApiProperty({ example: 'j1f2e3d', description: 'Id of the job.' })
  readonly id!: string;
  @ApiProperty({ description: 'False if the job had already ended.' })
  readonly cancelled!: boolean;
}
