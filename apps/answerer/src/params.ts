import { PromptParams } from '@quarry/prompting';
import { TOOLS, type Tool } from '@quarry/turn';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  MinLength,
} from 'class-validator';

export class CallModelParams extends PromptParams {
  /** Reply protocol that the reply must follow. */
  @IsString() @MinLength(1) reply!: string;
  /** Tools that the model can call instead of answering. The prompt then includes earlier calls and results. */
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(TOOLS, { each: true, message: `tools: each is one of ${TOOLS.join(', ')}` })
  tools?: readonly Tool[];
  /**
   * The earlier calls that a model with tools sees: those of the whole turn, or only those of the current pass and of
   * these tools, so that each pass starts with a clean context (001, "Clean context per extraction").
   */
  @IsOptional() @IsIn(['turn', 'pass'], { message: 'conversation: one of turn, pass' }) conversation?:
    'turn' | 'pass';
}

export class HandlePrefixParams {
  /** Reply protocol of the last reply. The step's outcomes are those of the protocol, and `malformed`. */
  @IsString() @MinLength(1) reply!: string;
  /** True if no call can be served any more: an extraction that still calls has failed, and other calls are not made. */
  @IsOptional() @IsBoolean() last_turn?: boolean;
  /**
   * True if this reply can end the loop: with the setting `completeness: rules_too`, a reply of a model that requests
   * nothing then counts only if the offline rules request nothing either.
   */
  @IsOptional() @IsBoolean() ends_loop?: boolean;
}
