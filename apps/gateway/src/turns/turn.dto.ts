import { ApiProperty } from '@nestjs/swagger';
import { CONFIDENCE_LEVELS, OUTCOMES, type ConfidenceLevel, type Outcome } from '@quarry/turn';
import { AssessmentDto, PlanDto } from './assessment.dto';
import { ClaimDto } from './claim.dto';
import { FigureDto } from './figure.dto';
import { CalculationDto, FindingDto } from './finding.dto';
import { OutlineDto } from './outline.dto';
import { CitationDto, EvidenceDto, MissDto, NeedDto, GapDto, SearchDto, StopDto } from './turn-parts.dto';
import { CgragDto, DegradedDto, PassReportDto, SearchQualityDto } from './turn-response.dto';

/** The question, as it was asked and as prompts use it. */
export class QuestionDto {
  @ApiProperty({ description: 'As it was asked.' })
  readonly original!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'In English; null until the turn has come that far.',
  })
  readonly english!: string | null;
}

export class AnswerDto {
  @ApiProperty({ description: "In the asker's language, with citation marks such as `[1]`." })
  readonly text!: string;
  @ApiProperty({ description: 'In English; equal to `text` where nothing was translated.' })
  readonly english!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'extractive',
    description: 'Model that wrote it; `extractive` where none did; null where history does not keep it.',
  })
  readonly writtenBy!: string | null;
  @ApiProperty({ type: [String], description: 'Marks that pointed at no evidence and were taken out.' })
  readonly removedCitations!: readonly string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What its writer says the evidence lacks; null where nothing, or where no writer was asked.',
  })
  readonly insufficient!: string | null;
  @ApiProperty({ type: [String], description: 'Contradictions in the evidence that its writer names.' })
  readonly contradictions!: readonly string[];
  @ApiProperty({
    type: [FigureDto],
    description:
      'The numbers in `english` and where they stand; empty where the pipeline does not trace them, and where history does not keep them.',
  })
  readonly figures!: readonly FigureDto[];
}

/** One call of a model. */
export class PaidCallDto {
  @ApiProperty({ example: 'gpt-5', description: 'Model that was called.' })
  readonly model!: string;
  @ApiProperty({ example: 'answer', description: 'Step that called it.' })
  readonly step!: string;
  @ApiProperty({ type: 'integer', example: 2600, description: 'Tokens sent.' })
  readonly inputTokens!: number;
  @ApiProperty({ type: 'integer', example: 170, description: 'Tokens written.' })
  readonly outputTokens!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.0051,
    description:
      "By the pipeline's price table, in its currency; null where that has no price for the model.",
  })
  readonly cost!: number | null;
}

export class SpentDto {
  @ApiProperty({ type: 'integer', example: 3, description: 'Calls of a model.' })
  readonly modelCalls!: number;
  @ApiProperty({ type: 'integer', example: 5200, description: 'Tokens sent to models.' })
  readonly inputTokens!: number;
  @ApiProperty({ type: 'integer', example: 340, description: 'Tokens that models wrote.' })
  readonly outputTokens!: number;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.0102,
    description: "By the pipeline's price table, in its currency; null where a model has no price there.",
  })
  readonly cost!: number | null;
  @ApiProperty({ type: [PaidCallDto], description: 'Each call, oldest first; they add up to the rest.' })
  readonly calls!: readonly PaidCallDto[];
}

export class LinksDto {
  @ApiProperty({ example: '/v1/turns/t0mg2x', description: 'The turn.' })
  readonly self!: string;
  @ApiProperty({ example: '/v1/turns/t0mg2x/events', description: 'Its log as server-sent events.' })
  readonly events!: string;
  @ApiProperty({ example: '/v1/sessions/s1', description: 'The session that it belongs to.' })
  readonly session!: string;
}

/** What a turn is and how it stands, without what it found. */
export class TurnSummaryDto {
  @ApiProperty({ example: 't0mg2x', description: 'Identity of the turn.' })
  readonly id!: string;
  @ApiProperty({ enum: ['running', 'ended'], description: '`ended` once there is an outcome.' })
  readonly status!: 'running' | 'ended';
  @ApiProperty({
    enum: [...OUTCOMES, null],
    nullable: true,
    description:
      '`answered`: the evidence holds · `partial`: something asked for was not found, or passes ran out · ' +
      '`insufficient`: no evidence · `direct`: no retrieval was needed · `budget`: time or tokens ran out · ' +
      '`cancelled` · `failed`: see `code`. Null while it runs.',
  })
  readonly outcome!: Outcome | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'One sentence: why it ended so. Null while it runs, and where history does not keep it.',
  })
  readonly reason!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'model_unavailable',
    description: 'If the outcome is `failed`: what failed, a code of docs/errors.md.',
  })
  readonly code!: string | null;
  @ApiProperty({ example: 's1', description: 'Session that the turn belongs to.' })
  readonly session!: string;
  @ApiProperty({ example: 'code@1f2e3d4c5b6a7988', description: 'Pipeline and the digest of its content.' })
  readonly pipeline!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was asked.' })
  readonly askedAt!: string;
  @ApiProperty({ type: QuestionDto, description: 'What was asked.' })
  readonly question!: QuestionDto;
  @ApiProperty({ type: LinksDto, description: 'Where to go on from here.' })
  readonly links!: LinksDto;
}

/** A turn as clients see it: the contract of the API. */
export class TurnDto extends TurnSummaryDto {
  @ApiProperty({ type: AnswerDto, nullable: true, description: 'The answer; null while there is none.' })
  readonly answer!: AnswerDto | null;
  @ApiProperty({
    type: [ClaimDto],
    nullable: true,
    description:
      'Sentences of the answer, held against the evidence; null until that is done, and where history does not keep it.',
  })
  readonly claims!: readonly ClaimDto[] | null;
  @ApiProperty({ type: [CitationDto], description: 'Places that the answer cites.' })
  readonly citations!: readonly CitationDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'passages_only',
    description:
      'The reason for programs: `passages_only` if the answer quotes passages that no language model judged, the `code` ' +
      'of a turn that failed, otherwise null.',
  })
  readonly reasonCode!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'The 5 most relevant passages',
    description:
      'The outcome in a few words, for a badge or a heading. Null while it runs, and where history does not keep it.',
  })
  readonly headline!: string | null;
  @ApiProperty({
    enum: [...CONFIDENCE_LEVELS, null],
    nullable: true,
    description:
      'How far the answer can be relied on; null while it runs, and where history does not keep it.',
  })
  readonly confidence!: ConfidenceLevel | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'One sentence: what decided the confidence. Null where that is.',
  })
  readonly disclaimer!: string | null;
  @ApiProperty({
    type: [DegradedDto],
    description: 'What it did without, because a store was away. Kept for a while after the end.',
  })
  readonly degraded!: readonly DegradedDto[];
  @ApiProperty({
    type: SearchQualityDto,
    nullable: true,
    description: 'How the evidence was looked for; null where nothing was.',
  })
  readonly search_quality!: SearchQualityDto | null;
  @ApiProperty({
    type: CgragDto,
    nullable: true,
    description: 'What the passes asked for and found; null where nothing was looked for.',
  })
  readonly cgrag!: CgragDto | null;
  @ApiProperty({
    type: [PassReportDto],
    description: 'For each pass what it asked for, found, did not find, and had from the cache.',
  })
  readonly passReports!: readonly PassReportDto[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2,
    description:
      'Rounds of retrieval so far; 0 where nothing was searched, null where history does not keep it.',
  })
  readonly passes!: number | null;
  @ApiProperty({
    type: PlanDto,
    nullable: true,
    description:
      'What was to be searched for; null where nothing was planned, and where history does not keep it.',
  })
  readonly plan!: PlanDto | null;
  @ApiProperty({ type: [SearchDto], description: 'What was searched for. Kept for a while after the end.' })
  readonly searches!: readonly SearchDto[];
  @ApiProperty({ type: [AssessmentDto], description: 'Judgements of what was found, in their order.' })
  readonly assessments!: readonly AssessmentDto[];
  @ApiProperty({ type: [NeedDto], description: 'What was asked for before an answer was possible.' })
  readonly needs!: readonly NeedDto[];
  @ApiProperty({
    type: StopDto,
    nullable: true,
    description: 'Why another pass was refused; null where none was, and where history does not keep it.',
  })
  readonly stop!: StopDto | null;
  @ApiProperty({
    type: [GapDto],
    description: 'What was asked for and not found in any pass, each thing once.',
  })
  readonly notFound!: readonly GapDto[];
  @ApiProperty({ type: [MissDto], description: 'What was looked for and not found, pass by pass.' })
  readonly misses!: readonly MissDto[];
  @ApiProperty({
    type: [FindingDto],
    description: 'Values that were taken out of documents, oldest first. Kept for a while after the end.',
  })
  readonly findings!: readonly FindingDto[];
  @ApiProperty({
    type: [CalculationDto],
    description: 'What was calculated of them, oldest first. Kept for a while after the end.',
  })
  readonly calculations!: readonly CalculationDto[];
  @ApiProperty({
    type: OutlineDto,
    nullable: true,
    description: 'How much of the section trees the prompts showed; null where they showed none.',
  })
  readonly outline!: OutlineDto | null;
  @ApiProperty({ type: [EvidenceDto], description: 'What was found. Kept for a while after the end.' })
  readonly evidence!: readonly EvidenceDto[];
  @ApiProperty({
    type: SpentDto,
    nullable: true,
    description: 'What it cost so far; null where history does not keep it.',
  })
  readonly spent!: SpentDto | null;
}
