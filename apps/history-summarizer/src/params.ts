import { IsString, MinLength } from 'class-validator';

export class SummarizeParams {
  /** Prompt file of the pipeline. */
  @IsString() @MinLength(1) prompt!: string;
}
