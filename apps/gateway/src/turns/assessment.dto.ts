import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A judgement of what was found so far. */
export class AssessmentDto {
  @ApiProperty({ type: 'integer', example: 1, description: 'Pass that was judged, from 1.' })
  readonly pass!: number;
  @ApiProperty({ example: 'critique', description: 'Reply protocol that it was given in.' })
  readonly by!: string;
  @ApiProperty({ description: 'False also where the judgement could not be read.' })
  readonly complete!: boolean;
  @ApiProperty({ type: [String], description: 'Aspects of the question that the evidence answers.' })
  readonly answered!: readonly string[];
  @ApiProperty({ type: [String], description: 'What is missing.' })
  readonly missing!: readonly string[];
  @ApiProperty({ type: [String], description: 'Where pieces of evidence say different things.' })
  readonly contradictions!: readonly string[];
  @ApiProperty({ type: [String], description: 'Queries that would find what is missing.' })
  readonly followUps!: readonly string[];
}

/** A section that was to be read. */
export class PlannedFetchDto {
  @ApiProperty({ description: 'Its id or title, as the plan has it.' })
  readonly section!: string;
  @ApiProperty({ description: 'What was to be found in it.' })
  readonly item!: string;
}

/** A result that was to be computed. */
export class PlannedComputeDto {
  @ApiProperty({ example: 'margin_2022', description: 'What the result is called.' })
  readonly label!: string;
  @ApiProperty({ example: 'income_2022 / revenue_2022', description: 'Over labels of values and results.' })
  readonly expression!: string;
}

/** What was to be read, computed and written, planned before anything was seen. */
export class TaskPlanDto {
  @ApiProperty({ type: [PlannedFetchDto], description: 'Sections to read.' })
  readonly fetch!: readonly PlannedFetchDto[];
  @ApiProperty({ type: [PlannedComputeDto], description: 'Results to compute.' })
  readonly compute!: readonly PlannedComputeDto[];
  @ApiProperty({ description: 'What the answer was to say.' })
  readonly synthesis!: string;
}

/** What the question was made into before the first search. */
export class PlanDto {
  @ApiProperty({ example: 'hybrid', description: 'How was to be searched; `direct`: not at all.' })
  readonly mode!: string;
  @ApiProperty({ type: [String], description: 'What was to be searched for.' })
  readonly queries!: readonly string[];
  @ApiPropertyOptional({ enum: ['simple', 'complex'], description: 'Where the question was analysed.' })
  readonly complexity?: 'simple' | 'complex';
  @ApiPropertyOptional({ type: [String], description: 'Names and concepts that it is about.' })
  readonly components?: readonly string[];
  @ApiPropertyOptional({ type: [String], description: 'Kinds of further information that may be needed.' })
  readonly followUps?: readonly string[];
  @ApiPropertyOptional({ type: TaskPlanDto, description: 'Set where reading and computing were planned.' })
  readonly tasks?: TaskPlanDto;
  @ApiPropertyOptional({ type: 'integer', description: 'Hits per query.' })
  readonly topK?: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Most pieces of evidence for the answer.' })
  readonly limit?: number;
}
