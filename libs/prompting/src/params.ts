import { IsInt, IsNumber, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';

/** Parameters of every step that asks a model (004, "Prompt Engineering": configurable per use case). */
export class PromptParams {
  /** Prompt file of the pipeline. */
  @IsString() @MinLength(1) prompt!: string;
  /** How freely the model chooses its words; 0, the same reply every time as far as the server can, where absent. */
  @IsOptional() @IsNumber() @Min(0) @Max(2) temperature?: number;
  /** Longest reply in tokens; a step's own limit and the pipeline's `max_output_tokens` where absent, which it never exceeds. */
  @IsOptional() @IsInt() @Min(16) @Max(200_000) max_output_tokens?: number;
}
