import { ApiProperty } from '@nestjs/swagger';
import { JOB_PHASES, JOB_STATUSES, type JobPhase, type JobStatus } from '@quarry/repositories';
import { SnapshotDto } from './repository.dto';

export class IndexJobProgressDto {
  @ApiProperty({ enum: JOB_PHASES, example: 'vectors', description: 'What it does now.' })
  readonly phase!: JobPhase;
  @ApiProperty({ type: 'integer', example: 120, description: 'Pieces of the phase that are done.' })
  readonly done!: number;
  @ApiProperty({ type: 'integer', example: 400, description: 'Pieces that the phase has.' })
  readonly total!: number;
}

export class IndexJobFaultDto {
  @ApiProperty({ example: 'path_not_found', description: 'Code of docs/errors.md.' })
  readonly code!: string;
  @ApiProperty({ description: 'For people: what happened, and what to do.' })
  readonly message!: string;
}

export class IndexJobLinksDto {
  @ApiProperty({ example: '/v1/index-jobs/j1f2e3d', description: 'The job.' })
  readonly self!: string;
  @ApiProperty({ example: '/v1/index-jobs/j1f2e3d/events', description: 'Its progress as it comes.' })
  readonly events!: string;
  @ApiProperty({ example: '/v1/index-jobs/j1f2e3d/cancel', description: 'Ends it.' })
  readonly cancel!: string;
  @ApiProperty({ example: '/v1/repositories/shop', description: 'What it indexes.' })
  readonly repository!: string;
}

/** A wish to index, and what became of it. */
export class IndexJobDto {
  @ApiProperty({ example: 'j1f2e3d', description: 'Identity of the job.' })
  readonly id!: string;
  @ApiProperty({ example: 'shop', description: 'Name of the repository.' })
  readonly repository!: string;
  @ApiProperty({ example: 'current', description: 'Name of the snapshot.' })
  readonly snapshot!: string;
  @ApiProperty({ example: '/srv/sources/acme/shop', description: 'Path that is indexed.' })
  readonly path!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the API key that asked for it; else null.',
  })
  readonly by!: string | null;
  @ApiProperty({ enum: JOB_STATUSES, description: 'How it stands.' })
  readonly status!: JobStatus;
  @ApiProperty({ description: 'True from the wish to cancel it until its end.' })
  readonly cancelling!: boolean;
  @ApiProperty({
    type: IndexJobFaultDto,
    nullable: true,
    description: 'Why it failed; null where it did not.',
  })
  readonly fault!: IndexJobFaultDto | null;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'How often it was begun: a job whose indexer is lost is taken over.',
  })
  readonly attempts!: number;
  @ApiProperty({ type: IndexJobProgressDto, nullable: true, description: 'How far it is; null before.' })
  readonly progress!: IndexJobProgressDto | null;
  @ApiProperty({
    type: SnapshotDto,
    nullable: true,
    description: 'What is indexed now; null before its end.',
  })
  readonly indexed!: SnapshotDto | null;
  @ApiProperty({ format: 'date-time', description: 'When it was asked for.' })
  readonly createdAt!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was begun; null before.',
  })
  readonly startedAt!: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was over; null before.',
  })
  readonly endedAt!: string | null;
  @ApiProperty({ type: IndexJobLinksDto, description: 'Where to go on from here.' })
  readonly links!: IndexJobLinksDto;
}

export class IndexJobListDto {
  @ApiProperty({ type: [IndexJobDto], description: 'Newest first.' })
  readonly jobs!: readonly IndexJobDto[];
}

/** What became of a wish to cancel. */
export class IndexJobCancelledDto {
  @ApiProperty({ example: 'j1f2e3d', description: 'Identity of the job.' })
  readonly id!: string;
  @ApiProperty({ description: 'False where the job was over already.' })
  readonly cancelled!: boolean;
}
