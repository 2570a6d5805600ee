import type { ReadCalls } from './agent-calls';
import type { ParsedReply } from './protocol';

/**
 * The calls of a reply as its protocol gives them; malformed where none can be made.
 * @param form a sentence that says how a call is written
 */
export function parsedCalls(read: ReadCalls, form: string): ParsedReply {
  const { skipped } = read;
  if (!read.ok) return { ok: false, error: read.error, ...(skipped.length > 0 ? { skipped } : {}) };
  if (read.calls.length === 0)
    return { ok: false, error: `There is no call of a tool that can be read. ${form}` };
  const { calls } = read;
  return {
    ok: true,
    outcome: 'call',
    verdict: { kind: 'calls', calls, ...(skipped.length > 0 ? { skipped } : {}) },
  };
}
