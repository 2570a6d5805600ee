import { IsString, MinLength } from 'class-validator';

export class TranslateParams {
  /** Prompt file of the pipeline. */
  @IsString() @MinLength(1) prompt!: string;
}

export class RewriteParams {
  /** Prompt file of the pipeline. */
  @IsString() @MinLength(1) prompt!: string;
}

export class CallModelParams {
  /** Prompt file of the pipeline. */
  @IsString() @MinLength(1) prompt!: string;
  /** Reply protocol that the reply must follow. */
  @IsString() @MinLength(1) reply!: string;
}

export class HandlePrefixParams {
  /** Reply protocol to read the last reply with; its outcomes, and `malformed`, are the step's. */
  @IsString() @MinLength(1) reply!: string;
}
