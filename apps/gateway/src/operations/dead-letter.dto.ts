import { ApiProperty } from '@nestjs/swagger';

const text = { type: String, nullable: true } as const;
const count = { type: 'integer' } as const;

/** A turn that ended `failed`, without a word of its question. */
export class DeadLetterDto {
  @ApiProperty({ description: 'Id of the turn.' })
  readonly id!: string;
  @ApiProperty({ example: 'acme', description: 'Tenant of the turn.' })
  readonly tenant!: string;
  @ApiProperty({ description: 'Session of the turn.' })
  readonly session!: string;
  @ApiProperty({
    example: 'code@0123456789abcdef',
    description: 'Pipeline and version of the turn: `name@digest`.',
  })
  readonly pipeline!: string;
  @ApiProperty({ ...text, example: 'poison', description: 'Error code; docs/errors.md lists all codes.' })
  readonly code!: string | null;
  @ApiProperty({ description: 'Reason of the failure, as reported to the caller.' })
  readonly reason!: string;
  @ApiProperty({ ...text, description: 'Error of the last delivery, if all deliveries of a job threw one.' })
  readonly lastError!: string | null;
  @ApiProperty({ example: 'answerer', description: 'Service at which the turn failed.' })
  readonly service!: string;
  @ApiProperty({ example: 'answer', description: 'Step of the pipeline at which the turn failed.' })
  readonly step!: string;
  @ApiProperty({ ...count, example: 3, description: 'Number of attempts of the last hop.' })
  readonly attempts!: number;
  @ApiProperty({ format: 'date-time', description: 'Time of the question.' })
  readonly askedAt!: string;
  @ApiProperty({ format: 'date-time', description: 'Time at which it ended.' })
  readonly endedAt!: string;
  @ApiProperty({ ...text, description: 'Id of the failed turn that this turn retries.' })
  readonly retryOf!: string | null;
  @ApiProperty({ ...text, description: 'Id of the turn that retries this one.' })
  readonly retriedAs!: string | null;
}

export class DeadLetterListDto {
  @ApiProperty({
    type: [DeadLetterDto],
    description: 'Failed turns that have not been retried, last ended first.',
  })
  readonly deadLetters!: readonly DeadLetterDto[];
  @ApiProperty({ ...text, description: '`after` of the next page; null on the last page.' })
  readonly next!: string | null;
}

/** One line of the way that a turn went. */
export class TrailDto {
  @ApiProperty({ format: 'date-time', description: 'Time of the event.' })
  readonly at!: string;
  @ApiProperty({ ...count, description: 'Hop of the turn, from 0.' })
  readonly hop!: number;
  @ApiProperty({ ...count, description: 'Attempt of that hop, from 1; 0 before the first.' })
  readonly attempt!: number;
  @ApiProperty({
    enum: ['step.finished', 'store.away', 'reset', 'turn.finished'],
    description: 'Type of the event; `reset`: an interrupted attempt started again.',
  })
  readonly type!: string;
  @ApiProperty({ ...text, description: 'Name of the service.' })
  readonly service!: string | null;
  @ApiProperty({ ...text, description: 'Step of the pipeline.' })
  readonly step!: string | null;
  @ApiProperty({ ...text, description: 'Outcome of the step or of the turn.' })
  readonly outcome!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Duration of the work in milliseconds.' })
  readonly ms!: number | null;
}

export class DeadLetterDetailDto extends DeadLetterDto {
  @ApiProperty({ ...text, description: 'The question, if the request has `question=true`.' })
  readonly question!: string | null;
  @ApiProperty({ ...count, description: 'Number of retrieval passes so far.' })
  readonly passes!: number;
  @ApiProperty({ ...count, description: 'Number of model calls so far.' })
  readonly modelCalls!: number;
  @ApiProperty({ ...count, description: 'Input tokens of all model calls so far.' })
  readonly inputTokens!: number;
  @ApiProperty({ ...count, description: 'Output tokens of all model calls so far.' })
  readonly outputTokens!: number;
  @ApiProperty({ type: [TrailDto], description: 'Events of the turn, oldest first.' })
  readonly trail!: readonly TrailDto[];
}

export class RetriedDto {
  @ApiProperty({ description: 'Id of the failed turn.' })
  readonly id!: string;
  @ApiProperty({ description: 'Id of the new turn.' })
  readonly turn!: string;
  @ApiProperty({ description: 'True if the turn had already been retried: no new turn was started.' })
  readonly existing!: boolean;
}

export class RefusedRetryDto {
  @ApiProperty({ description: 'Id of the failed turn.' })
  readonly id!: string;
  @ApiProperty({ example: 'pipeline_unknown', description: 'Code of the reason why it was not retried.' })
  readonly code!: string;
  @ApiProperty({ description: 'The reason in words.' })
  readonly detail!: string;
}

export class RetriedListDto {
  @ApiProperty({ type: [RetriedDto], description: 'Turns that were retried.' })
  readonly retried!: readonly RetriedDto[];
  @ApiProperty({
    type: [RefusedRetryDto],
    description: 'Turns that could not be retried and stay in the list.',
  })
  readonly refused!: readonly RefusedRetryDto[];
  @ApiProperty({ description: 'True if more failed turns match.' })
  readonly more!: boolean;
}
