import { defined } from '@quarry/turn';
import { count, record, text } from '../http/shape';
import type { WirePiece } from '../http/wire';

/** Reads one `chat.completion.chunk`. Unexpected chunks are ignored. */
export function readChunk(chunk: unknown): readonly WirePiece[] {
  const { choices, usage, timings } = record(chunk);
  const choice = record(Array.isArray(choices) ? (choices as readonly unknown[])[0] : undefined);
  const delta = record(choice['delta']);
  const pieces: WirePiece[] = [];
  const content = text(delta['content']);
  if (content !== undefined) pieces.push({ kind: 'text', text: content });
  pieces.push(...callsOf(delta['tool_calls']));
  const reason = text(choice['finish_reason']);
  if (reason === 'content_filter' || text(delta['refusal']) !== undefined) {
    pieces.push({ kind: 'finish', finish: 'refused' });
  } else if (reason !== undefined) {
    pieces.push({ kind: 'finish', finish: reason === 'length' ? 'length' : 'stop' });
  }
  const inputTokens = count(record(usage)['prompt_tokens']);
  const outputTokens = count(record(usage)['completion_tokens']);
  const cachedTokens = cachedOf(record(usage), record(timings));
  if (inputTokens !== undefined || outputTokens !== undefined || cachedTokens !== undefined) {
    pieces.push({ kind: 'usage', ...defined({ inputTokens, outputTokens, cachedTokens }) });
  }
  return pieces.length > 0 ? pieces : [{ kind: 'alive' }];
}

type Fields = Readonly<Record<string, unknown>>;

/** Tokens of the prompt that came from a cache, as OpenAI and vLLM, DeepSeek, and llama.cpp report them. */
function cachedOf(usage: Fields, timings: Fields): number | undefined {
  return (
    count(record(usage['prompt_tokens_details'])['cached_tokens']) ??
    count(usage['prompt_cache_hit_tokens']) ??
    count(timings['cache_n'])
  );
}

/** Arguments arrive as text in pieces. A server that sends them as an object sends them complete. */
function callsOf(value: unknown): readonly WirePiece[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).map((entry, at) => {
    const call = record(entry);
    const { name, arguments: args } = record(call['function']);
    const id = text(call['id']);
    const called = text(name);
    const written = typeof args === 'object' && args !== null ? JSON.stringify(args) : text(args);
    return {
      kind: 'call',
      place: count(call['index']) ?? at,
      ...defined({ id, name: called, arguments: written }),
    };
  });
}
