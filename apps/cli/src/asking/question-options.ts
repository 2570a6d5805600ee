import { Option, type Command } from 'commander';
import { DEPTHS } from '@quarry/turn';
import { amount, collect, integer, withScope } from '../options';

/** Adds the options of every command that asks questions: the conversation, its limits, and what to search. */
export function withQuestionOptions(command: Command): Command {
  return withScope(command)
    .option('-s, --session <name>', 'continue this conversation, or start it')
    .addOption(
      new Option('--depth <depth>', 'fast: one pass; deep: more hits and more passes').choices(DEPTHS),
    )
    .option('--max-tokens <n>', 'maximum number of model tokens', integer(1, 1_000_000_000))
    .option('--max-cost <amount>', "maximum cost, by the pipeline's prices", amount)
    .option('--max-seconds <n>', 'maximum duration in seconds', integer(1, 3_600))
    .option(
      '--not-english',
      'the question is not in English: translate it, and translate the answer back (needs a model)',
    )
    .option('--path <prefix>', 'only files whose path starts with this prefix (repeatable)', collect)
    .option('--language <name>', 'only files in this language (repeatable)', collect)
    .option('-v, --verbose', 'show every step of each pass');
}
