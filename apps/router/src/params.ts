import { PromptParams } from '@quarry/prompting';
import { IsString, MinLength } from 'class-validator';

export class CallModelParams extends PromptParams {
  /** Reply protocol that the reply must follow. */
  @IsString() @MinLength(1) reply!: string;
}

export class HandlePrefixParams {
  /** Reply protocol to read the last reply with; its outcomes, and `malformed`, are the step's. */
  @IsString() @MinLength(1) reply!: string;
}
