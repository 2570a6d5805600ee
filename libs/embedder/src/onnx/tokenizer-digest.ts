import { createHash } from 'node:crypto';

/**
 * SHA-256 of everything in a tokenizer.json that determines the ids of a text: vocabulary, normalizer, pre-tokenizer,
 * post-processor, added tokens. It omits padding, truncation, decoder and the file's layout: Quarry sets the first two
 * itself and never decodes.
 * @returns null unless the bytes are a WordPiece tokenizer.
 */
export function tokenizerDigest(bytes: Uint8Array): string | null {
  const parsed = parse(bytes);
  if (!isRecord(parsed) || !isRecord(parsed['model']) || !isRecord(parsed['model']['vocab'])) return null;
  const model = parsed['model'];
  const meaning = {
    vocab: model['vocab'],
    unknown: model['unk_token'],
    prefix: model['continuing_subword_prefix'],
    longestWord: model['max_input_chars_per_word'],
    normalizer: parsed['normalizer'],
    preTokenizer: parsed['pre_tokenizer'],
    postProcessor: parsed['post_processor'],
    added: parsed['added_tokens'],
  };
  return createHash('sha256').update(canonical(meaning)).digest('hex');
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner,
  );
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
