import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A judgement of what was found so far. */
export class AssessmentDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the judged pass, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'critique', description: 'Reply protocol of the judgement.' })
  readonly by!: string;
  @ApiProperty({
    description: 'True if the evidence is complete; false also if the judgement could not be parsed.',
  })
  readonly complete!: boolean;
  @ApiProperty({ type: [String], description: 'Aspects of the question that the evidence answers.' })
  readonly answered!: readonly string[];
  @ApiProperty({ type: [String], description: 'What is missing.' })
  readonly missing!: readonly string[];
  @ApiProperty({ type: [String], description: 'Contradictions between pieces of evidence.' })
  readonly contradictions!: readonly string[];
  @ApiProperty({ type: [String], description: 'Queries that would find what is missing.' })
  readonly followUps!: readonly string[];
}

/** A section that was to be read. */
export class PlannedFetchDto {
  @ApiProperty({ description: 'Id or title of the section, as in the plan.' })
  readonly section!: string;
  @ApiProperty({ description: 'What to find in the section.' })
  readonly item!: string;
}

/** A result that was to be computed. */
export class PlannedComputeDto {
  @ApiProperty({ example: 'margin_2022', description: 'Name of the result.' })
  readonly label!: string;
  @ApiProperty({
    example: 'income_2022 / revenue_2022',
    description: 'Expression over labels of values and results.',
  })
  readonly expression!: string;
}

/** What was to be read, computed and written, planned before anything was seen. */
export class TaskPlanDto {
  @ApiProperty({ type: [PlannedFetchDto], description: 'Sections to read.' })
  readonly fetch!: readonly PlannedFetchDto[];
  @ApiProperty({ type: [PlannedComputeDto], description: 'Results to compute.' })
  readonly compute!: readonly PlannedComputeDto[];
  @ApiProperty({ description: 'What the answer should say.' })
  readonly synthesis!: string;
}

/** What the question was made into before the first search. */
export class PlanDto {
  @ApiProperty({ example: 'hybrid', description: 'Planned search; `direct` for none.' })
  readonly mode!: string;
  @ApiProperty({ type: [String], description: 'Planned queries.' })
  readonly queries!: readonly string[];
  @ApiPropertyOptional({
    enum: ['simple', 'complex'],
    description: 'Analysis of the question, if there was one.',
  })
  readonly complexity?: 'simple' | 'complex';
  @ApiPropertyOptional({ type: [String], description: 'Names and concepts in the question.' })
  readonly components?: readonly string[];
  @ApiPropertyOptional({ type: [String], description: 'Kinds of further information that may be needed.' })
  readonly followUps?: readonly string[];
  @ApiPropertyOptional({
    type: TaskPlanDto,
    description: 'Plan of sections to read and results to compute, if there was one.',
  })
  readonly tasks?: TaskPlanDto;
  @ApiPropertyOptional({ type: 'integer', description: 'Hits per query.' })
  readonly topK?: number;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Maximum number of pieces of evidence for the answer.',
  })
  readonly limit?: number;
}
