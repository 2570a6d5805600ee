import { IsInt, IsNumber, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';

/** Parameters of every step that asks a model (004, "Prompt Engineering": configurable per use case). */
export class PromptParams {
  /** Prompt file of the pipeline. */
  @IsString() @MinLength(1) prompt!: string;
  /** Sampling temperature. Default: 0, which is as deterministic as the server allows. */
  @IsOptional() @IsNumber() @Min(0) @Max(2) temperature?: number;
  /** Longest reply in tokens, up to the pipeline's `max_output_tokens`. Default: the step's own limit. */
  @IsOptional() @IsInt() @Min(16) @Max(200_000) max_output_tokens?: number;
}
