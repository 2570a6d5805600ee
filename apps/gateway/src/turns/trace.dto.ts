import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A tool that the model had called. */
export class PromptToolCallDto {
  @ApiProperty({ description: 'Identity of the call.' })
  readonly id!: string;
  @ApiProperty({ example: 'search', description: 'The tool.' })
  readonly name!: string;
  @ApiProperty({ description: 'JSON as the model wrote it.' })
  readonly arguments!: string;
}

/** One message that a model was sent. */
export class PromptMessageDto {
  @ApiProperty({ enum: ['system', 'user', 'assistant', 'tool'], description: 'Who says it.' })
  readonly role!: 'system' | 'user' | 'assistant' | 'tool';
  @ApiProperty({ description: 'What is said.' })
  readonly content!: string;
  @ApiPropertyOptional({ type: [PromptToolCallDto], description: 'Tools that the model had called.' })
  readonly toolCalls?: readonly PromptToolCallDto[];
  @ApiPropertyOptional({ description: 'Call that the message is the result of.' })
  readonly toolCallId?: string;
}

/** A prompt to which no reply was logged. */
export class SentPromptDto {
  @ApiProperty({ example: 'answer', description: 'Step that sent it.' })
  readonly step!: string;
  @ApiProperty({ example: 'prompts/answer.md', description: 'File of the pipeline that it was made from.' })
  readonly prompt!: string;
  @ApiProperty({ description: 'SHA-256 of the messages, in hex.' })
  readonly promptHash!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was sent.' })
  readonly at!: string;
  @ApiProperty({
    type: [PromptMessageDto],
    nullable: true,
    description: 'What was sent; null where it was not kept, or not asked for.',
  })
  readonly messages!: readonly PromptMessageDto[] | null;
}

/** A model call: what was sent, and what came back. */
export class TracedCallDto extends SentPromptDto {
  @ApiProperty({ example: 'gpt-5', description: 'Model that replied.' })
  readonly model!: string;
  @ApiProperty({ description: 'The reply as it came.' })
  readonly reply!: string;
}

export class TracedHitDto {
  @ApiProperty({ description: 'The chunk.' })
  readonly id!: string;
  @ApiProperty({ type: Number, example: 0.82, description: 'Relevance, 0 to 1.' })
  readonly relevance!: number;
}

export class TracedSearchDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'hybrid', description: 'How was searched.' })
  readonly mode!: string;
  @ApiProperty({ description: 'What was searched for.' })
  readonly query!: string;
  @ApiPropertyOptional({ description: 'What was searched: `repository@snapshot`.' })
  readonly index?: string;
  @ApiProperty({ type: [TracedHitDto], description: 'What was found above the relevance floor, best first.' })
  readonly hits!: readonly TracedHitDto[];
  @ApiPropertyOptional({ description: 'Why it was not made.' })
  readonly skipped?: string;
}

export class TracedNeedDto {
  @ApiProperty({ enum: ['raised', 'resolved', 'missed'], description: 'What became of it here.' })
  readonly state!: 'raised' | 'resolved' | 'missed';
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'dbo.StockMovement', description: 'What was asked for.' })
  readonly text!: string;
  @ApiPropertyOptional({ description: 'Tool by which a model asked for it.' })
  readonly tool?: string;
  @ApiPropertyOptional({ type: [Number], description: 'Numbers of the evidence that resolved it.' })
  readonly by?: readonly number[];
  @ApiPropertyOptional({ description: 'Why it was not found.' })
  readonly why?: string;
}

export class TracedStepDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'answer',
    description: 'Step of the pipeline; null where it never said so.',
  })
  readonly step!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'call_model', description: 'Its action.' })
  readonly action!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'ok',
    description: 'How it ended; null where it did not come to its end.',
  })
  readonly outcome!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 840, description: 'Milliseconds that it took.' })
  readonly ms!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Tokens sent to models.' })
  readonly inputTokens!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Tokens that models wrote.' })
  readonly outputTokens!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'One sentence: what it did.' })
  readonly note!: string | null;
  @ApiProperty({ type: [Number], description: 'Passes that it began.' })
  readonly passes!: readonly number[];
  @ApiProperty({ type: [TracedCallDto], description: 'Its model calls.' })
  readonly calls!: readonly TracedCallDto[];
  @ApiProperty({ type: [TracedSearchDto], description: 'Its searches.' })
  readonly searches!: readonly TracedSearchDto[];
  @ApiProperty({ type: [TracedNeedDto], description: 'What it asked for, found and did not find.' })
  readonly needs!: readonly TracedNeedDto[];
  @ApiProperty({ type: [Number], description: 'Numbers of the evidence that it brought.' })
  readonly evidence!: readonly number[];
  @ApiProperty({ type: [String], description: 'Stores that were away, in their own words.' })
  readonly away!: readonly string[];
}

export class TracedHopDto {
  @ApiProperty({ type: 'integer', example: 0, description: 'Number of the hop, from 0.' })
  readonly hop!: number;
  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'From 1. A later attempt began again what the one before had not brought to its end.',
  })
  readonly attempt!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'answerer',
    description: 'Service; null where no step came to its end.',
  })
  readonly service!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 12,
    description: 'Milliseconds in the queue of the service; null where that is not known.',
  })
  readonly waitedMs!: number | null;
  @ApiProperty({ type: 'integer', example: 900, description: 'Milliseconds of its steps together.' })
  readonly workMs!: number;
  @ApiProperty({ format: 'date-time', description: 'When its work began.' })
  readonly startedAt!: string;
  @ApiProperty({ format: 'date-time', description: 'When its last event was logged.' })
  readonly endedAt!: string;
  @ApiProperty({ type: [TracedStepDto], description: 'Its steps, in their order.' })
  readonly steps!: readonly TracedStepDto[];
}

/** The way of a turn through the services. */
export class TraceDto {
  @ApiProperty({ example: 't0mg2x', description: 'Identity of the turn.' })
  readonly id!: string;
  @ApiProperty({ enum: ['running', 'ended'], description: 'Whether more may come.' })
  readonly status!: 'running' | 'ended';
  @ApiProperty({ example: 'code@1f2e3d4c5b6a7988', description: 'Pipeline and the digest of its content.' })
  readonly pipeline!: string;
  @ApiProperty({
    type: 'integer',
    example: 40,
    description: 'Milliseconds in queues, as far as they are known.',
  })
  readonly waitedMs!: number;
  @ApiProperty({ type: 'integer', example: 2100, description: 'Milliseconds of all steps together.' })
  readonly workMs!: number;
  @ApiProperty({
    type: 'integer',
    example: 2200,
    description: 'Milliseconds from the question to the last event.',
  })
  readonly totalMs!: number;
  @ApiProperty({ type: [TracedHopDto], description: 'Stays at services, in their order.' })
  readonly hops!: readonly TracedHopDto[];
  @ApiProperty({
    type: [SentPromptDto],
    description: 'Prompts to which no reply was logged: the call failed, or was cut short, or still runs.',
  })
  readonly unanswered!: readonly SentPromptDto[];
}
