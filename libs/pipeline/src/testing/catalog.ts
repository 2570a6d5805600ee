import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { Catalog } from '../catalog';
import type { ProtocolSpec } from '../check/check-step';
import type { PipelineSources } from '../sources';
import { loadPipelines, type LoadedPipelines, type LoadOptions } from '../load';

class Nothing {}

class ModelCall {
  @IsString() prompt!: string;
  @IsString() reply!: string;
}

class Prefix {
  @IsString() reply!: string;
}

class Fetch {
  @IsIn(['planned', 'needs']) what: 'planned' | 'needs' = 'planned';
  @IsOptional() @IsInt() @Min(1) @Max(200) top_k?: number;
  @IsBoolean() strict = false;
}

const SEARCH = { name: 'search', lacks: 'without a search' } as const;

/** Actions like those of the services. */
export const catalog: Catalog = [
  { service: 'router', name: 'translate_in_if_needed', outcomes: ['ok'], params: Nothing },
  { service: 'router', name: 'call_model', outcomes: ['ok'], params: ModelCall },
  { service: 'router', name: 'handle_prefix', outcomes: 'reply', params: Prefix },
  {
    service: 'retriever',
    name: 'fetch_more_context',
    outcomes: ['ok', 'empty'],
    params: Fetch,
    store: SEARCH,
  },
  { service: 'answerer', name: 'call_model', outcomes: ['ok'], params: ModelCall },
  { service: 'answerer', name: 'handle_prefix', outcomes: 'reply', params: Prefix },
  { service: 'loop-guard', name: 'loop_guard', outcomes: ['again', 'stop'], params: Nothing },
  { service: 'gateway', name: 'finalize', outcomes: ['ok'], params: Nothing },
];

export const protocols: readonly ProtocolSpec[] = [
  { name: 'answer_or_request', outcomes: ['answer', 'request'] },
  { name: 'route', outcomes: ['search', 'direct'] },
];

/** Sources in memory, with paths such as `code/pipeline.yaml`. */
export function inMemory(files: Readonly<Record<string, string>>): PipelineSources {
  return { roots: [''], files: new Map(Object.entries(files)) };
}

export function load(
  files: Readonly<Record<string, string>>,
  options: Partial<LoadOptions> = {},
): LoadedPipelines {
  return loadPipelines(inMemory(files), catalog, { protocols, ...options });
}

/** `line:column message` of every problem, with `warning` before warnings. */
export function messagesOf(loaded: LoadedPipelines): string[] {
  return loaded.problems.map(
    ({ severity, line, column, message }) =>
      `${severity === 'warning' ? 'warning ' : ''}${line}:${column} ${message}`,
  );
}

export const ANSWER_PROMPT = `--- system ---
Answer from the evidence only.
--- user ---
{{ question }}
{{ context }}
`;

/** A valid pipeline with a loop; uses `prompts/answer.md`. */
export const LOOP = `pipeline:
  name: loop
  settings:
    entry_step_id: fetch
  steps:
    - id: fetch
      action: fetch_more_context
      next: ask
    - id: ask
      action: answerer.call_model
      prompt: prompts/answer.md
      reply: answer_or_request
      next: judge
    - id: judge
      action: answerer.handle_prefix
      reply: answer_or_request
      on_answer: done
      on_request: guard
      on_malformed: done
    - id: guard
      action: loop_guard
      on_again: fetch
      on_stop: done
    - id: done
      action: finalize
      end: true
`;

export const LOOP_FILES = { 'loop/pipeline.yaml': LOOP, 'loop/prompts/answer.md': ANSWER_PROMPT };

/** The problems of the loop pipeline after a change of its text. */
export function change(from: string | RegExp, to: string, options: Partial<LoadOptions> = {}): string[] {
  const changed = LOOP.replace(from, to);
  if (changed === LOOP) throw new Error(`the change ${String(from)} changed nothing`);
  return messagesOf(load({ ...LOOP_FILES, 'loop/pipeline.yaml': changed }, options));
}
