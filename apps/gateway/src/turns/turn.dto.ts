import { ApiProperty } from '@nestjs/swagger';
import { CONFIDENCE_LEVELS, OUTCOMES, type ConfidenceLevel, type Outcome } from '@quarry/turn';
import { AssessmentDto, PlanDto } from './assessment.dto';
import { ClaimDto } from './claim.dto';
import { FigureDto } from './figure.dto';
import { CalculationDto, FindingDto } from './finding.dto';
import { OutlineDto } from './outline.dto';
import { PhrasesDto } from './phrases.dto';
import { SnapshotRefDto } from './snapshot-ref.dto';
import { SpentDto } from './spent.dto';
import { CitationDto, EvidenceDto, MissDto, NeedDto, GapDto, SearchDto, StopDto } from './turn-parts.dto';
import { CgragDto, DegradedDto, IndexNoticeDto, PassReportDto, SearchQualityDto } from './turn-response.dto';

/** The question, as it was asked and as prompts use it. */
export class QuestionDto {
  @ApiProperty({ description: 'The question, as it was asked.' })
  readonly original!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The question in English; null until it has been translated.',
  })
  readonly english!: string | null;
}

export class AnswerDto {
  @ApiProperty({ description: 'The answer in the language of the question, with citations such as `[1]`.' })
  readonly text!: string;
  @ApiProperty({ description: 'The answer in English; equal to `text` if nothing was translated.' })
  readonly english!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'extractive',
    description:
      'Model that wrote it; `extractive`, `code-graph` or `git-history` if none did; null for a turn from the history.',
  })
  readonly writtenBy!: string | null;
  @ApiProperty({
    type: [String],
    description: 'Number of citations that pointed to no evidence and were removed.',
  })
  readonly removedCitations!: readonly string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'What the evidence lacks according to the model; null if nothing, or if no model was called.',
  })
  readonly insufficient!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'the list is complete: 5 callers of Client.send',
    description: 'What proves the answer complete, if the code graph wrote it; otherwise null.',
  })
  readonly proof!: string | null;
  @ApiProperty({ type: [String], description: 'Contradictions in the evidence according to the model.' })
  readonly contradictions!: readonly string[];
  @ApiProperty({
    type: [FigureDto],
    description:
      'Numbers in `english` and their sources; empty if the pipeline does not trace them, and for a turn ' +
      'from the history.',
  })
  readonly figures!: readonly FigureDto[];
}

export class LinksDto {
  @ApiProperty({ example: '/v1/turns/t0mg2x', description: 'Link to the turn.' })
  readonly self!: string;
  @ApiProperty({ example: '/v1/turns/t0mg2x/events', description: 'Link to the events of the turn.' })
  readonly events!: string;
  @ApiProperty({ example: '/v1/sessions/s1', description: 'Link to the session of the turn.' })
  readonly session!: string;
}

/** A turn with its status, without its evidence. */
export class TurnSummaryDto {
  @ApiProperty({ example: 't0mg2x', description: 'Id of the turn.' })
  readonly id!: string;
  @ApiProperty({ enum: ['running', 'ended'], description: 'Status; `ended` as soon as there is an outcome.' })
  readonly status!: 'running' | 'ended';
  @ApiProperty({
    enum: [...OUTCOMES, null],
    nullable: true,
    description:
      '`answered`: the evidence is sufficient · `partial`: a request was not resolved, or passes ran out · ' +
      '`insufficient`: no evidence · `direct`: no retrieval was needed · `budget`: time or tokens ran out ' +
      '· `cancelled` · `failed`: see `code`. Null while the turn runs.',
  })
  readonly outcome!: Outcome | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Reason of the outcome, in one sentence. Null while the turn runs, and for a turn from the history.',
  })
  readonly reason!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'model_unavailable',
    description: 'Error code of docs/errors.md, if the outcome is `failed`.',
  })
  readonly code!: string | null;
  @ApiProperty({ example: 's1', description: 'Session of the turn.' })
  readonly session!: string;
  @ApiProperty({
    example: 'code@1f2e3d4c5b6a7988',
    description: 'Pipeline and the digest of its content: `name@digest`.',
  })
  readonly pipeline!: string;
  @ApiProperty({ format: 'date-time', description: 'Time of the question.' })
  readonly askedAt!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Time of the end. Null while the turn runs, and for a turn that an early version kept in the history.',
  })
  readonly endedAt!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2140,
    description: 'Milliseconds from the question to the end. Null if `endedAt` is null.',
  })
  readonly durationMs!: number | null;
  @ApiProperty({ type: QuestionDto, description: 'The question.' })
  readonly question!: QuestionDto;
  @ApiProperty({ type: LinksDto, description: 'Links to related resources.' })
  readonly links!: LinksDto;
}

/** A turn in the API. */
export class TurnDto extends TurnSummaryDto {
  @ApiProperty({
    type: [SnapshotRefDto],
    description: 'The snapshots that the turn is about; empty if they are unknown.',
  })
  readonly repositories!: readonly SnapshotRefDto[];
  @ApiProperty({ type: AnswerDto, nullable: true, description: 'The answer; null if there is none yet.' })
  readonly answer!: AnswerDto | null;
  @ApiProperty({
    type: [ClaimDto],
    nullable: true,
    description:
      'Sentences of the answer, checked against the evidence; null before the check, and for a turn that an earlier ' +
      'version kept in the history.',
  })
  readonly claims!: readonly ClaimDto[] | null;
  @ApiProperty({ type: [CitationDto], description: 'Places that the answer cites.' })
  readonly citations!: readonly CitationDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'passages_only',
    description:
      'Reason of the outcome for programs: `passages_only` if the answer quotes passages that no language ' +
      'model judged, the `code` of a failed turn, otherwise null.',
  })
  readonly reasonCode!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'The 5 most relevant passages',
    description:
      'Outcome in a few words, for a badge or a heading. Null while the turn runs, and for a turn from the ' +
      'history.',
  })
  readonly headline!: string | null;
  @ApiProperty({
    enum: [...CONFIDENCE_LEVELS, null],
    nullable: true,
    description: 'Confidence of the answer; null while the turn runs, and for a turn from the history.',
  })
  readonly confidence!: ConfidenceLevel | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Reason of the confidence, in one sentence. Null if the confidence is null.',
  })
  readonly disclaimer!: string | null;
  @ApiProperty({
    type: PhrasesDto,
    nullable: true,
    description:
      '`reason` and `disclaimer` by codes, to say them in another language. Null if the confidence is null.',
  })
  readonly phrases!: PhrasesDto | null;
  @ApiProperty({
    type: [DegradedDto],
    description: 'What the turn lacks because a store was unavailable. Available for the retention period.',
  })
  readonly degraded!: readonly DegradedDto[];
  @ApiProperty({
    type: [IndexNoticeDto],
    description:
      'What the indexes lacked when the turn was asked: files or vectors, or a run that did not finish. Empty if they ' +
      'were complete. Also part of `disclaimer` once the turn has ended.',
  })
  readonly indexing!: readonly IndexNoticeDto[];
  @ApiProperty({
    type: SearchQualityDto,
    nullable: true,
    description: 'How evidence was searched for; null if there was no search.',
  })
  readonly search_quality!: SearchQualityDto | null;
  @ApiProperty({
    type: CgragDto,
    nullable: true,
    description: 'What the passes requested and found; null if there was no search.',
  })
  readonly cgrag!: CgragDto | null;
  @ApiProperty({
    type: [PassReportDto],
    description: 'What each pass requested, found, did not find, and reused from the session.',
  })
  readonly passReports!: readonly PassReportDto[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2,
    description: 'Number of retrieval passes so far; 0 without a search, null for a turn from the history.',
  })
  readonly passes!: number | null;
  @ApiProperty({
    type: PlanDto,
    nullable: true,
    description: 'Plan of the search; null without a plan, and for a turn from the history.',
  })
  readonly plan!: PlanDto | null;
  @ApiProperty({
    type: [SearchDto],
    description: 'Searches of the turn. Available for the retention period.',
  })
  readonly searches!: readonly SearchDto[];
  @ApiProperty({ type: [AssessmentDto], description: 'Assessments of the evidence, in order.' })
  readonly assessments!: readonly AssessmentDto[];
  @ApiProperty({ type: [NeedDto], description: 'Requests for more data.' })
  readonly needs!: readonly NeedDto[];
  @ApiProperty({
    type: StopDto,
    nullable: true,
    description: 'Why another pass was refused; null if none was, and for a turn from the history.',
  })
  readonly stop!: StopDto | null;
  @ApiProperty({
    type: [GapDto],
    description: 'What was requested and not found in any pass, without duplicates.',
  })
  readonly notFound!: readonly GapDto[];
  @ApiProperty({ type: [MissDto], description: 'What was searched for and not found, by pass.' })
  readonly misses!: readonly MissDto[];
  @ApiProperty({
    type: [FindingDto],
    description:
      'Values that were extracted from documents, oldest first. Available for the retention period.',
  })
  readonly findings!: readonly FindingDto[];
  @ApiProperty({
    type: [CalculationDto],
    description: 'Calculations over these values, oldest first. Available for the retention period.',
  })
  readonly calculations!: readonly CalculationDto[];
  @ApiProperty({
    type: OutlineDto,
    nullable: true,
    description: 'Share of the section trees that the prompts contained; null if they contained none.',
  })
  readonly outline!: OutlineDto | null;
  @ApiProperty({
    type: [EvidenceDto],
    description: 'Evidence of the turn. Available for the retention period.',
  })
  readonly evidence!: readonly EvidenceDto[];
  @ApiProperty({
    type: SpentDto,
    nullable: true,
    description: 'Tokens and cost so far; null for a turn from the history.',
  })
  readonly spent!: SpentDto | null;
}
