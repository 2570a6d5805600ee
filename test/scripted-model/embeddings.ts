import { createHash } from 'node:crypto';

/**
 * A unit vector that depends only on the text's words: each word adds a direction given by its hash, so that texts with
 * common words are near each other, equally on every machine.
 */
function hashVector(text: string, dimension: number): number[] {
  const vector = new Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const digest = createHash('sha256').update(word).digest();
    for (let at = 0; at < 8; at += 1) {
      const index = digest.readUInt16BE(at * 2) % dimension;
      vector[index] = (vector[index] ?? 0) + (digest.readUInt8(16 + at) % 2 === 0 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** Body of an embeddings response; base64 of little-endian floats if the client requests it. */
export function embeddingsBody(body: Readonly<Record<string, unknown>>, dimension: number): unknown {
  const inputs = Array.isArray(body['input']) ? (body['input'] as unknown[]) : [body['input']];
  const data = inputs.map((input, index) => {
    const vector = hashVector(String(input), dimension);
    const embedding =
      body['encoding_format'] === 'base64'
        ? Buffer.from(new Float32Array(vector).buffer).toString('base64')
        : vector;
    return { object: 'embedding', index, embedding };
  });
  return {
    object: 'list',
    data,
    model: body['model'],
    usage: { prompt_tokens: inputs.length, total_tokens: inputs.length },
  };
}
