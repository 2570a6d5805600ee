import { Liquid } from 'liquidjs';
import { Fault } from '@quarry/turn';
import type { Prompt } from './compiled';

/** Variables that a prompt may use. An action provides those that it has. */
export const PROMPT_VARIABLES = [
  'question',
  'history',
  'context',
  'needs',
  'misses',
  'modes',
  'mode_lines',
  'pass',
  'max_passes',
  'repository',
  'queries',
  'components',
  'complexity',
  'preview',
  'draft',
  'answered',
  'missing',
  'contradictions',
  'item',
  'max_turns',
  'sections',
  'read',
  'findings',
  'tasks',
  'text',
  'target_language',
  'error',
  'reply',
] as const;
export type PromptVariable = (typeof PROMPT_VARIABLES)[number];

/**
 * Values of a prompt's variables. An absent value, an empty text and an empty list all count as false in `{% if %}`.
 */
export type PromptVariables = { readonly [V in PromptVariable]?: string | number | readonly string[] };

/** Tags that would read other templates. */
const FILE_TAGS = ['include', 'render', 'layout', 'block'];

/** The only template engine: strict names, no files, limited work. */
export const promptEngine = createEngine();

/**
 * The two messages of a prompt with its variables filled in. Values are data: text in a value that looks like a
 * template or a part marker stays text.
 * @throws Fault `pipeline_invalid` if the prompt prints a variable that `variables` lacks, or does too much work
 *
 * @example
 * renderPrompt({ system: 'Be brief.', user: '{{ question }}' }, { question: 'Who calls taxOf?' })
 */
export function renderPrompt(prompt: Prompt, variables: PromptVariables): Prompt {
  // LiquidJS treats an empty list as true in a condition. Empty text is false, and loops over nothing as well.
  const scope = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 0 ? '' : value,
    ]),
  );
  try {
    return {
      system: String(promptEngine.parseAndRenderSync(prompt.system, scope)),
      user: String(promptEngine.parseAndRenderSync(prompt.user, scope)),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Fault(
      'pipeline_invalid',
      `A prompt cannot be filled in (${reason}). Given variables: ${Object.keys(variables).join(', ') || 'none'}. ` +
        'Change the prompt, or test for the variable with {% if … %} first.',
      { cause: error },
    );
  }
}

function createEngine(): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    lenientIf: true,
    ownPropertyOnly: true,
    jsTruthy: true,
    // In memory and empty: no lookup reaches the file system.
    templates: {},
    parseLimit: 200_000,
    memoryLimit: 50_000_000,
    renderLimit: 10_000,
  });
  for (const tag of FILE_TAGS) delete engine.tags[tag];
  return engine;
}
