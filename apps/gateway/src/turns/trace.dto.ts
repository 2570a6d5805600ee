import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A tool that the model had called. */
export class PromptToolCallDto {
  @ApiProperty({ description: 'Id of the call.' })
  readonly id!: string;
  @ApiProperty({ example: 'search', description: 'Name of the tool.' })
  readonly name!: string;
  @ApiProperty({ description: 'Arguments in JSON, as the model wrote them.' })
  readonly arguments!: string;
}

/** One message that a model was sent. */
export class PromptMessageDto {
  @ApiProperty({ enum: ['system', 'user', 'assistant', 'tool'], description: 'Role of the message.' })
  readonly role!: 'system' | 'user' | 'assistant' | 'tool';
  @ApiProperty({ description: 'Text of the message.' })
  readonly content!: string;
  @ApiPropertyOptional({ type: [PromptToolCallDto], description: 'Tool calls of the model.' })
  readonly toolCalls?: readonly PromptToolCallDto[];
  @ApiPropertyOptional({ description: 'Id of the tool call whose result the message is.' })
  readonly toolCallId?: string;
}

/** A prompt to which no reply was logged. */
export class SentPromptDto {
  @ApiProperty({ example: 'answer', description: 'Step that sent the prompt.' })
  readonly step!: string;
  @ApiProperty({ example: 'prompts/answer.md', description: 'Prompt file of the pipeline.' })
  readonly prompt!: string;
  @ApiProperty({ description: 'SHA-256 of the messages, in hex.' })
  readonly promptHash!: string;
  @ApiProperty({ format: 'date-time', description: 'Time at which it was sent.' })
  readonly at!: string;
  @ApiProperty({
    type: [PromptMessageDto],
    nullable: true,
    description: 'Messages of the prompt; null if they were not stored or not requested.',
  })
  readonly messages!: readonly PromptMessageDto[] | null;
}

/** A model call: what was sent, and what came back. */
export class TracedCallDto extends SentPromptDto {
  @ApiProperty({ example: 'gpt-5', description: 'Model that replied.' })
  readonly model!: string;
  @ApiProperty({ description: 'Raw reply of the model.' })
  readonly reply!: string;
}

export class TracedHitDto {
  @ApiProperty({ description: 'Id of the chunk.' })
  readonly id!: string;
  @ApiProperty({ type: Number, example: 0.82, description: 'Relevance, 0 to 1.' })
  readonly relevance!: number;
}

export class TracedSearchDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'hybrid', description: 'Retrieval mode of the search.' })
  readonly mode!: string;
  @ApiProperty({ description: 'Query of the search.' })
  readonly query!: string;
  @ApiPropertyOptional({ description: 'Index that was searched: `repository@snapshot`.' })
  readonly index?: string;
  @ApiProperty({ type: [TracedHitDto], description: 'Hits above the relevance threshold, best first.' })
  readonly hits!: readonly TracedHitDto[];
  @ApiPropertyOptional({ description: 'Reason why the search was skipped.' })
  readonly skipped?: string;
}

export class TracedNeedDto {
  @ApiProperty({ enum: ['raised', 'resolved', 'missed'], description: 'New state of the request.' })
  readonly state!: 'raised' | 'resolved' | 'missed';
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'dbo.StockMovement', description: 'What was requested.' })
  readonly text!: string;
  @ApiPropertyOptional({ description: 'Tool with which a model requested it.' })
  readonly tool?: string;
  @ApiPropertyOptional({ type: [Number], description: 'Numbers of the evidence that resolved it.' })
  readonly by?: readonly number[];
  @ApiPropertyOptional({ description: 'Reason why it was not found.' })
  readonly why?: string;
}

export class TracedStepDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'answer',
    description: 'Step of the pipeline; null if it is unknown.',
  })
  readonly step!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'call_model', description: 'Action of the step.' })
  readonly action!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ok',
    description: 'Outcome of the step; null if it did not finish.',
  })
  readonly outcome!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 840, description: 'Duration in milliseconds.' })
  readonly ms!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Input tokens of the model calls.' })
  readonly inputTokens!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Output tokens of the model calls.' })
  readonly outputTokens!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'What the step did, in one sentence.' })
  readonly note!: string | null;
  @ApiProperty({ type: [Number], description: 'Passes that the step started.' })
  readonly passes!: readonly number[];
  @ApiProperty({ type: [TracedCallDto], description: 'Model calls of the step.' })
  readonly calls!: readonly TracedCallDto[];
  @ApiProperty({ type: [TracedSearchDto], description: 'Searches of the step.' })
  readonly searches!: readonly TracedSearchDto[];
  @ApiProperty({
    type: [TracedNeedDto],
    description: 'Requests for more data that the step made, resolved or missed.',
  })
  readonly needs!: readonly TracedNeedDto[];
  @ApiProperty({ type: [Number], description: 'Numbers of the evidence that the step added.' })
  readonly evidence!: readonly number[];
  @ApiProperty({ type: [String], description: 'Errors of unavailable stores.' })
  readonly away!: readonly string[];
}

export class TracedHopDto {
  @ApiProperty({ type: 'integer', example: 0, description: 'Number of the hop, from 0.' })
  readonly hop!: number;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description:
      'Number of the attempt, from 1. A later attempt repeats the work that the previous one did not ' +
      'finish.',
  })
  readonly attempt!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'answerer',
    description: 'Name of the service; null if no step finished.',
  })
  readonly service!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 12,
    description: 'Time in the queue of the service in milliseconds; null if it is unknown.',
  })
  readonly waitedMs!: number | null;
  @ApiProperty({ type: 'integer', example: 900, description: 'Total duration of its steps in milliseconds.' })
  readonly workMs!: number;
  @ApiProperty({ format: 'date-time', description: 'Time at which its work started.' })
  readonly startedAt!: string;
  @ApiProperty({ format: 'date-time', description: 'Time of its last event.' })
  readonly endedAt!: string;
  @ApiProperty({ type: [TracedStepDto], description: 'Steps of the hop, in order.' })
  readonly steps!: readonly TracedStepDto[];
}

/** The way of a turn through the services. */
export class TraceDto {
  @ApiProperty({ example: 't0mg2x', description: 'Id of the turn.' })
  readonly id!: string;
  @ApiProperty({ enum: ['running', 'ended'], description: 'Whether the turn is still running.' })
  readonly status!: 'running' | 'ended';
  @ApiProperty({
    example: 'code@1f2e3d4c5b6a7988',
    description: 'Pipeline and the digest of its content: `name@digest`.',
  })
  readonly pipeline!: string;
  @ApiProperty({
    type: 'integer',
    example: 40,
    description: 'Total time in queues in milliseconds, as far as it is known.',
  })
  readonly waitedMs!: number;
  @ApiProperty({
    type: 'integer',
    example: 2100,
    description: 'Total duration of all steps in milliseconds.',
  })
  readonly workMs!: number;
  @ApiProperty({
    type: 'integer',
    example: 2200,
    description: 'Time from the question to the last event in milliseconds.',
  })
  readonly totalMs!: number;
  @ApiProperty({ type: [TracedHopDto], description: 'Hops of the turn, in order.' })
  readonly hops!: readonly TracedHopDto[];
  @ApiProperty({
    type: [SentPromptDto],
    description: 'Prompts without a logged reply: the call failed, was interrupted, or is still running.',
  })
  readonly unanswered!: readonly SentPromptDto[];
}
