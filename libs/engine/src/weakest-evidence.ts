import { addDegraded, currentPass, type Evidence, type Turn, type TurnPatch } from '@quarry/turn';
import { DEFAULT_LIMITS } from './carriers/carrier';

/**
 * Maximum share of a turn's bytes for its evidence. The rest is for the answer, the context and the record of its
 * steps.
 */
const SHARE = 5 / 8;

const EVIDENCE_LIMIT = Math.floor(DEFAULT_LIMITS.maxTurnBytes * SHARE);

/**
 * Drops the least relevant evidence of a turn that would outgrow its limit, and records that. Cited pieces go last. The
 * newest piece stays, so that no number is reused.
 * @param step id of the step that found the most recent evidence
 * @returns the groups that change; empty if the evidence fits
 */
export function fitEvidence(turn: Turn, step: string, limit: number = EVIDENCE_LIMIT): TurnPatch {
  const sizes = new Map(turn.evidence.map((item) => [item.n, Buffer.byteLength(JSON.stringify(item))]));
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (bytes <= limit) return {};
  const cited = new Set(turn.answer?.citations.map(({ n }) => n));
  const last = turn.evidence.at(-1)?.n;
  const gone = new Set<number>();
  const worst = (a: Evidence, b: Evidence): number =>
    Number(cited.has(a.n)) - Number(cited.has(b.n)) || a.relevance - b.relevance || b.n - a.n;
  for (const { n } of turn.evidence.toSorted(worst)) {
    if (bytes <= limit) break;
    if (n === last) continue;
    gone.add(n);
    bytes -= sizes.get(n) ?? 0;
  }
  if (gone.size === 0) return {};
  const pieces = gone.size === 1 ? 'piece' : `${gone.size} pieces`;
  const degradation = {
    step,
    store: 'search',
    lacks: `without the least relevant ${pieces} of evidence`,
    reason: `a turn keeps at most ${Math.round(limit / 1024)} KiB of evidence. Ask a narrower question, or lower top_k`,
  } as const;
  return {
    evidence: turn.evidence.filter(({ n }) => !gone.has(n)),
    degraded: addDegraded(turn.degraded, degradation, currentPass(turn)),
  };
}
