import type { Place, Report } from '../problem';
import type { PromptVariable } from '../prompt';
import type { CheckedPrompt } from '../prompt-file';
import type { PipelineSettings } from '../settings';

/** Variables whose size is limited by a setting. */
const BOUNDED = [
  ['history', 'max_history_tokens'],
  ['context', 'max_context_tokens'],
  ['question', 'max_question_tokens'],
] as const satisfies readonly (readonly [PromptVariable, keyof PipelineSettings])[];

/** The budget inequality: the largest prompt of each step and its reply fit the model's window. */
export function checkBudget(
  step: string,
  prompt: CheckedPrompt,
  settings: PipelineSettings,
  at: Place,
  report: Report,
): void {
  const bounded = BOUNDED.filter(([variable]) => prompt.variables.has(variable)).map(([, name]) => name);
  const names = [...bounded, 'max_output_tokens', 'token_margin'] as const;
  const terms = names.map((name): [string, number] => [name, settings[name]]);
  terms.unshift(['prompt template', prompt.tokens]);
  const sum = terms.reduce((total, [, tokens]) => total + tokens, 0);
  if (sum <= settings.model_context_window) return;
  const spelled = terms.map(([name, tokens]) => `${tokens} (${name})`).join(' + ');
  report.error(
    at,
    `the step '${step}' can exceed the model's window: ${spelled} = ${sum} tokens > ` +
      `${settings.model_context_window} (model_context_window)`,
  );
}
