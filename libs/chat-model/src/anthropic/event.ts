import { count, record, text } from '../http/shape';
import type { WirePiece } from '../http/wire';

/** Reads one event of a streamed message; whatever is not as expected says nothing. */
export function readEvent(event: unknown): readonly WirePiece[] {
  const { type, message, delta, usage } = record(event);
  // Its output count is that of a reply that has hardly begun.
  if (type === 'message_start') return [{ ...usagePiece(record(message)['usage']), outputTokens: undefined }];
  if (type === 'content_block_delta') {
    const content = record(delta)['type'] === 'text_delta' ? text(record(delta)['text']) : undefined;
    return [content === undefined ? { kind: 'alive' } : { kind: 'text', text: content }];
  }
  if (type !== 'message_delta') return [{ kind: 'alive' }];
  const reason = text(record(delta)['stop_reason']);
  return reason === undefined
    ? [usagePiece(usage)]
    : [usagePiece(usage), { kind: 'finish', finish: finishOf(reason) }];
}

function finishOf(reason: string): 'stop' | 'length' | 'refused' {
  if (reason === 'refusal') return 'refused';
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'length' : 'stop';
}

/** Cached input counts as input. */
function usagePiece(value: unknown): Extract<WirePiece, { kind: 'usage' }> {
  const usage = record(value);
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map((key) =>
    count(usage[key]),
  );
  const known = input.filter((tokens) => tokens !== undefined);
  return {
    kind: 'usage',
    inputTokens: known.length > 0 ? known.reduce((sum, tokens) => sum + tokens, 0) : undefined,
    outputTokens: count(usage['output_tokens']),
  };
}
