import { PromptParams } from '@quarry/prompting';
import { TOOLS, type Tool } from '@quarry/turn';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional, IsString, MinLength } from 'class-validator';

export class CallModelParams extends PromptParams {
  /** Reply protocol that the reply must follow. */
  @IsString() @MinLength(1) reply!: string;
  /** Tools that the model may call instead of answering; what it called before and was given is then part of the prompt. */
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(TOOLS, { each: true, message: `tools: each is one of ${TOOLS.join(', ')}` })
  tools?: readonly Tool[];
  /**
   * What of its calls a model that is offered tools is shown again: those of the whole turn, or those of the running pass and of these tools
   * alone, so that it begins every pass afresh (001, "Clean context per extraction").
   */
  @IsOptional() @IsIn(['turn', 'pass'], { message: 'conversation: one of turn, pass' }) conversation?:
    'turn' | 'pass';
}

export class HandlePrefixParams {
  /** Reply protocol to read the last reply with; its outcomes, and `malformed`, are the step's. */
  @IsString() @MinLength(1) reply!: string;
}
