import type { CompiledPipeline } from '@quarry/pipeline';
import type { RecordedRequest, Script } from '../scripted-model/server';
import type { Scenario, ScenarioReply } from './scenario';

/**
 * The check of claims is requested if code and vectors leave a sentence undecided. By default, the model classifies the
 * first one as inferred.
 */
const UNASKED = {
  to: 'prompts/verify-claims.md',
  say: '{"claims": [{"n": 1, "status": "inferred", "why": "as the script says"}]}',
};

/**
 * The scripted model of a scenario. Replies are selected by prompt, recognised by the first line of its system message.
 */
export function scriptOf(scenario: Scenario, pipeline: CompiledPipeline): Script {
  const unasked = UNASKED.to in pipeline.prompts ? [UNASKED] : [];
  const left = [...(scenario.replies ?? []), ...unasked].map((reply: ScenarioReply) => ({
    ...reply,
    times: reply.times ?? Infinity,
    mark: firstLine(pipeline, reply.to),
  }));
  let called = 0;
  return (request) => {
    // Prompts may start alike: the longest matching line identifies the prompt.
    const reply = left
      .filter((candidate) => candidate.times > 0 && request.system.startsWith(candidate.mark))
      .toSorted((a, b) => b.mark.length - a.mark.length)[0];
    if (!reply) {
      const message = `The scenario has no reply for: ${request.system.slice(0, 120)}`;
      return { fault: { kind: 'status', status: 400, message } };
    }
    const prompt = JSON.stringify(request.body['messages']);
    const unseen = (reply.sees ?? []).filter((text) => !prompt.includes(JSON.stringify(text).slice(1, -1)));
    if (unseen.length > 0) {
      const message = `${reply.to} does not show: ${unseen.join(' · ')}`;
      return { fault: { kind: 'status', status: 400, message } };
    }
    const seen = (reply.misses ?? []).filter((text) => prompt.includes(JSON.stringify(text).slice(1, -1)));
    if (seen.length > 0) {
      const message = `${reply.to} must not show: ${seen.join(' · ')}`;
      return { fault: { kind: 'status', status: 400, message } };
    }
    reply.times -= 1;
    const cited = (text: string): string =>
      text.replace(/\{cite:([^}]+)\}/g, (_whole, path: string) => `[${numberOf(path, request)}]`);
    const calls = reply.call?.map(({ tool, arguments: args }, at) => ({
      id: `call_${called + at + 1}`,
      name: tool,
      arguments: cited(JSON.stringify(args)),
    }));
    called += calls?.length ?? 0;
    return { text: cited(reply.say ?? ''), ...(calls ? { calls } : {}) };
  };
}

function firstLine(pipeline: CompiledPipeline, prompt: string): string {
  const line = pipeline.prompts[prompt]?.system.trim().split('\n')[0];
  if (line === undefined) throw new Error(`Pipeline '${pipeline.name}' has no prompt '${prompt}'.`);
  return line;
}

function numberOf(path: string, request: RecordedRequest): string {
  // All messages: in a repair, the evidence is in an earlier one.
  const messages = request.body['messages'] as readonly { readonly content: string | null }[];
  for (const line of messages.flatMap((message) => message.content?.split('\n') ?? [])) {
    const head = /^\[(\d+)\] (.+):\d+(?:-\d+)?/.exec(line);
    if (head?.[2]?.endsWith(path)) return head[1] ?? '?';
    // A value or a calculation, by its label.
    const value = /^\[(\d+)\] ([^=:]+?)(?: = |: )/.exec(line);
    if (value?.[2] === path) return value[1] ?? '?';
  }
  return '99';
}
