import type {
  Immutable,
  SentPromptDto,
  TracedCallDto,
  TracedHopDto,
  TracedNeedDto,
  TracedStepDto,
  TraceDto,
} from '@quarry/client';
import type { SentPrompt } from '@quarry/turn';
import type { Trace, TracedCall, TracedHop, TracedStep } from './trace';

type Presented = Immutable<Omit<TraceDto, 'id' | 'status' | 'pipeline'>>;

/** Hops and prompts as clients see them, with the text of prompts if `withPrompts` is set. */
export function presentTrace(trace: Trace, withPrompts: boolean): Presented {
  const hops = trace.hops.map(presentHop);
  const unanswered = trace.unanswered.map(presentPrompt);
  if (withPrompts) return { ...trace, hops, unanswered };
  return {
    ...trace,
    hops: hops.map((hop) => ({
      ...hop,
      steps: hop.steps.map((step) => ({ ...step, calls: step.calls.map(withoutText) })),
    })),
    unanswered: unanswered.map(withoutText),
  };
}

function withoutText<Prompt extends Immutable<SentPromptDto>>(prompt: Prompt): Prompt {
  return { ...prompt, messages: null };
}

function presentHop({ startedAt, endedAt, steps, ...hop }: TracedHop): Immutable<TracedHopDto> {
  return { ...hop, startedAt: iso(startedAt), endedAt: iso(endedAt), steps: steps.map(presentStep) };
}

function presentStep({
  step,
  finished,
  calls,
  searches,
  needs,
  evidence,
  passes,
  away,
}: TracedStep): Immutable<TracedStepDto> {
  return {
    step,
    action: finished?.action ?? null,
    outcome: finished?.outcome ?? null,
    ms: finished?.ms ?? null,
    inputTokens: finished?.inputTokens ?? null,
    outputTokens: finished?.outputTokens ?? null,
    note: finished?.note ?? null,
    passes: passes.map(({ pass }) => pass),
    calls: calls.map(presentCall),
    searches: searches.map(({ type: _type, at: _at, ...search }) => search),
    needs: needs.map(presentNeed),
    evidence,
    away: away.map(({ reason }) => reason),
  };
}

function presentCall({
  step,
  prompt,
  promptHash,
  at,
  model,
  text,
  sent,
}: TracedCall): Immutable<TracedCallDto> {
  return { step, prompt, promptHash, at: iso(at), messages: sent?.messages ?? null, model, reply: text };
}

function presentPrompt({ step, prompt, hash, at, messages }: SentPrompt): Immutable<SentPromptDto> {
  return { step, prompt, promptHash: hash, at: iso(at), messages };
}

function presentNeed(need: TracedStep['needs'][number]): Immutable<TracedNeedDto> {
  const { type, at: _at, ...rest } = need;
  const state = { 'need.raised': 'raised', 'need.resolved': 'resolved', 'need.missed': 'missed' } as const;
  return { state: state[type], ...rest };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
