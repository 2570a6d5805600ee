import type { RecordedRequest, ScriptedCall, ScriptedReply } from './script';

/** Counts that a reply reports: its own, or four characters a token. */
export function usageOf(
  request: RecordedRequest,
  reply: ScriptedReply,
): { input: number; output: number } | null {
  if (reply.usage !== undefined) return reply.usage;
  const input = Math.ceil((request.system.length + request.last.length) / 4);
  const written = [reply.text ?? '', ...(reply.calls ?? []).map(argumentsOf)].join('');
  return { input, output: Math.ceil(written.length / 4) };
}

export function argumentsOf(call: ScriptedCall): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
}

/** Undefined, hence left out of the JSON, where the script says that there is none. */
export function callId(call: ScriptedCall, at: number): string | undefined {
  const id = call.id ?? `call_${at + 1}`;
  return id === '' ? undefined : id;
}
