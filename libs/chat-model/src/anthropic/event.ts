import { defined } from '@quarry/turn';
import { count, record, text } from '../http/shape';
import type { WirePiece } from '../http/wire';

/** Reads one event of a streamed message. Unexpected events are ignored. */
export function readEvent(event: unknown): readonly WirePiece[] {
  const { type, message, delta, usage, index, content_block: block } = record(event);
  const place = count(index) ?? 0;
  // Its output count is that of a reply that has just begun.
  if (type === 'message_start') return [{ ...usagePiece(record(message)['usage']), outputTokens: undefined }];
  if (type === 'content_block_start') return [beginningOf(record(block), place)];
  if (type === 'content_block_delta') return [growthOf(record(delta), place)];
  if (type !== 'message_delta') return [{ kind: 'alive' }];
  const reason = text(record(delta)['stop_reason']);
  return reason === undefined
    ? [usagePiece(usage)]
    : [usagePiece(usage), { kind: 'finish', finish: finishOf(reason) }];
}

/** A call begins with its name. Compatible servers may send its complete arguments here. */
function beginningOf(block: Readonly<Record<string, unknown>>, place: number): WirePiece {
  if (block['type'] !== 'tool_use') return { kind: 'alive' };
  const id = text(block['id']);
  const input = record(block['input']);
  return {
    kind: 'call',
    place,
    ...defined({ id }),
    name: text(block['name']) ?? '',
    ...(Object.keys(input).length > 0 ? { arguments: JSON.stringify(input) } : {}),
  };
}

function growthOf(delta: Readonly<Record<string, unknown>>, place: number): WirePiece {
  const content = delta['type'] === 'text_delta' ? text(delta['text']) : undefined;
  if (content !== undefined) return { kind: 'text', text: content };
  const json = delta['type'] === 'input_json_delta' ? text(delta['partial_json']) : undefined;
  return json === undefined ? { kind: 'alive' } : { kind: 'call', place, arguments: json };
}

function finishOf(reason: string): 'stop' | 'length' | 'refused' {
  if (reason === 'refusal') return 'refused';
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'length' : 'stop';
}

/** Cached input counts as input, and is reported as well. */
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
    ...defined({
      cachedTokens: count(usage['cache_read_input_tokens']),
      cacheWriteTokens: count(usage['cache_creation_input_tokens']),
    }),
  };
}
