import { ApiProperty } from '@nestjs/swagger';

const text = { type: String, nullable: true } as const;
const count = { type: 'integer' } as const;

/** A turn that ended `failed`, without a word of its question. */
export class DeadLetterDto {
  @ApiProperty({ description: 'Identity of the turn.' })
  readonly id!: string;
  @ApiProperty({ example: 'acme', description: 'Whose turn it is.' })
  readonly tenant!: string;
  @ApiProperty({ description: 'Session that it belongs to.' })
  readonly session!: string;
  @ApiProperty({ example: 'code@0123456789abcdef', description: 'Pipeline, with the version that it ran.' })
  readonly pipeline!: string;
  @ApiProperty({ ...text, example: 'poison', description: 'Error code; docs/errors.md lists all.' })
  readonly code!: string | null;
  @ApiProperty({ description: 'Why it failed, as its asker was told.' })
  readonly reason!: string;
  @ApiProperty({ ...text, description: 'What the last delivery of a job threw where all of them threw.' })
  readonly lastError!: string | null;
  @ApiProperty({ example: 'answerer', description: 'Service that it was at.' })
  readonly service!: string;
  @ApiProperty({ example: 'answer', description: 'Step of the pipeline that it was at.' })
  readonly step!: string;
  @ApiProperty({ ...count, example: 3, description: 'How often its last hop was begun.' })
  readonly attempts!: number;
  @ApiProperty({ format: 'date-time', description: 'When it was asked.' })
  readonly askedAt!: string;
  @ApiProperty({ format: 'date-time', description: 'When it ended.' })
  readonly endedAt!: string;
  @ApiProperty({ ...text, description: 'The failed turn that this one was asked in place of.' })
  readonly retryOf!: string | null;
  @ApiProperty({ ...text, description: 'The turn that was asked in place of this one.' })
  readonly retriedAs!: string | null;
}

export class DeadLetterListDto {
  @ApiProperty({ type: [DeadLetterDto], description: 'Those that nobody has retried, last ended first.' })
  readonly deadLetters!: readonly DeadLetterDto[];
  @ApiProperty({ ...text, description: '`after` of the next page; null where there is none.' })
  readonly next!: string | null;
}

/** One line of the way that a turn went. */
export class TrailDto {
  @ApiProperty({ format: 'date-time', description: 'When it happened.' })
  readonly at!: string;
  @ApiProperty({ ...count, description: 'Hop of the turn, from 0.' })
  readonly hop!: number;
  @ApiProperty({ ...count, description: 'Attempt of that hop, from 1; 0 before the first.' })
  readonly attempt!: number;
  @ApiProperty({
    enum: ['step.finished', 'store.away', 'reset', 'turn.finished'],
    description: 'What happened; `reset`: an attempt that was interrupted began anew.',
  })
  readonly type!: string;
  @ApiProperty({ ...text, description: 'Service.' })
  readonly service!: string | null;
  @ApiProperty({ ...text, description: 'Step of the pipeline.' })
  readonly step!: string | null;
  @ApiProperty({ ...text, description: 'Outcome of the step, or of the turn.' })
  readonly outcome!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Milliseconds of work.' })
  readonly ms!: number | null;
}

export class DeadLetterDetailDto extends DeadLetterDto {
  @ApiProperty({ ...text, description: 'The question, where it was asked for with `question=true`.' })
  readonly question!: string | null;
  @ApiProperty({ ...count, description: 'Rounds of retrieval so far.' })
  readonly passes!: number;
  @ApiProperty({ ...count, description: 'Model calls so far.' })
  readonly modelCalls!: number;
  @ApiProperty({ ...count, description: 'Tokens sent to models so far.' })
  readonly inputTokens!: number;
  @ApiProperty({ ...count, description: 'Tokens that models wrote so far.' })
  readonly outputTokens!: number;
  @ApiProperty({ type: [TrailDto], description: 'The way that it went, oldest first.' })
  readonly trail!: readonly TrailDto[];
}

export class RetriedDto {
  @ApiProperty({ description: 'The turn that failed.' })
  readonly id!: string;
  @ApiProperty({ description: 'The turn that was asked in its place.' })
  readonly turn!: string;
  @ApiProperty({ description: 'True where it was asked before: nothing new was begun.' })
  readonly existing!: boolean;
}

export class RefusedRetryDto {
  @ApiProperty({ description: 'The turn that failed.' })
  readonly id!: string;
  @ApiProperty({ example: 'pipeline_unknown', description: 'Why it was not asked again.' })
  readonly code!: string;
  @ApiProperty({ description: 'The same in words.' })
  readonly detail!: string;
}

export class RetriedListDto {
  @ApiProperty({ type: [RetriedDto], description: 'Turns that were asked again.' })
  readonly retried!: readonly RetriedDto[];
  @ApiProperty({ type: [RefusedRetryDto], description: 'Turns that were not; they stay dead letters.' })
  readonly refused!: readonly RefusedRetryDto[];
  @ApiProperty({ description: 'True where more are left that match.' })
  readonly more!: boolean;
}
