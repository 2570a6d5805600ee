import { PromptParams } from '@quarry/prompting';
import { IsString, MinLength } from 'class-validator';

export class CallModelParams extends PromptParams {
  /** Reply protocol that the reply must follow. */
  @IsString() @MinLength(1) reply!: string;
}

export class HandlePrefixParams {
  /** Reply protocol of the last reply. The step's outcomes are those of the protocol, and `malformed`. */
  @IsString() @MinLength(1) reply!: string;
}
