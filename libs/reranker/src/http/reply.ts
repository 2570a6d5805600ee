import { Fault } from '@quarry/turn';

/**
 * Validates the reply of a `/rerank` endpoint and returns its scores in the order of the passages. Cohere, Jina, vLLM
 * and llama.cpp reply `{results: [{index, relevance_score}]}`, TEI `[{index, score}]`, both best first.
 * @throws Fault `reranker_unavailable` unless the reply has one finite score per passage.
 */
export function readScores(reply: unknown, expected: number, what: string): readonly number[] {
  const bad = (why: string): Fault =>
    new Fault(
      'reranker_unavailable',
      `${what} replied with ${why}; check that RERANKER_URL is the URL before /rerank, and RERANKER_MODEL`,
    );
  const results = Array.isArray(reply) ? reply : field(reply, 'results');
  if (!Array.isArray(results)) throw bad('no list of results');
  if (results.length !== expected) throw bad(`${results.length} results for ${expected} passages`);
  const scores = new Array<number | undefined>(expected).fill(undefined);
  for (const result of results as readonly unknown[]) {
    const index = field(result, 'index');
    const score = field(result, 'relevance_score') ?? field(result, 'score');
    if (typeof index !== 'number' || index >= expected || !(index in scores)) throw bad('an invalid index');
    if (typeof score !== 'number' || !Number.isFinite(score)) throw bad('a score that is not a number');
    scores[index] = score;
  }
  return scores.map((score) => {
    if (score === undefined) throw bad('a duplicate index');
    return score;
  });
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}
