import { PipelineSettings, type CompiledStep, type Prompt } from '@quarry/pipeline';
import { openTurn, type Evidence, type Turn, type TurnEventBody } from '@quarry/turn';
import type { HopContext } from '../action';

/** A new turn with the groups that a test is about. */
export function aTurn(groups: Partial<Turn> = {}): Turn {
  const opened = openTurn({
    id: 't1',
    tenant: 'local',
    session: 's1',
    pipeline: 'code@d',
    question: 'How does the retry work?',
    isEnglish: true,
    askedAt: Date.now(),
    deadline: Date.now() + 60_000,
  });
  return { ...opened, ...groups };
}

/** Evidence number `n`, three lines of `src/<n>.ts`. */
export function someEvidence(n: number, fields: Partial<Evidence> = {}): Evidence {
  return {
    id: `src/${n}.ts#L1-L3`,
    n,
    pass: 1,
    kind: 'chunk',
    text: `export function thing${n}() {\n  return ${n};\n}`,
    path: `src/${n}.ts`,
    startLine: 1,
    endLine: 3,
    relevance: 0.5,
    foundBy: 'hybrid',
    query: 'thing',
    ...fields,
  };
}

/** A hop's context without a pipeline, and the events that the action emitted. */
export function aContext(
  options: {
    readonly settings?: Partial<PipelineSettings>;
    readonly prompts?: Readonly<Record<string, Prompt>>;
    readonly step?: Partial<CompiledStep>;
    readonly signal?: AbortSignal;
  } = {},
): HopContext & { readonly emitted: TurnEventBody[] } {
  const emitted: TurnEventBody[] = [];
  return {
    step: {
      id: 'step',
      service: 'service',
      action: 'action',
      params: {},
      on: {},
      end: false,
      guard: false,
      ...options.step,
    },
    settings: Object.assign(new PipelineSettings(), { entry_step_id: 'step', ...options.settings }),
    prompts: options.prompts ?? {},
    signal: options.signal ?? new AbortController().signal,
    emitted,
    emit: (body) => {
      emitted.push(body);
      return Promise.resolve();
    },
  };
}
