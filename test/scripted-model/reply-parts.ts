import type { RecordedRequest, ScriptedCall, ScriptedReply, ScriptedUsage } from './script';

/** Reported token counts: those of the reply, or one per four characters. */
export function usageOf(request: RecordedRequest, reply: ScriptedReply): ScriptedUsage | null {
  if (reply.usage !== undefined) return reply.usage;
  const input = Math.ceil((request.system.length + request.last.length) / 4);
  const written = [reply.text ?? '', ...(reply.calls ?? []).map(argumentsOf)].join('');
  return { input, output: Math.ceil(written.length / 4) };
}

export function argumentsOf(call: ScriptedCall): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
}

/** Undefined, and so omitted from the JSON, if the script specifies none. */
export function callId(call: ScriptedCall, at: number): string | undefined {
  const id = call.id ?? `call_${at + 1}`;
  return id === '' ? undefined : id;
}
