import type { CachedEvidence } from '@quarry/session-cache';
import { asksAboutTests, countTokens, isTestPath, type Evidence } from '@quarry/turn';
import type { Contest } from './contest';
import { definesNamed } from './defines-named';
import { NOT_RELEVANT, rate } from './rate';

/** Share of the tokens left in the context for recalled pieces: what this question finds later needs the rest. */
const SHARE_OF_REST = 0.5;
/** The same if the question is about the subject of the recalled pieces: what it needs is more likely among them. */
const SHARE_OF_REST_TO_SUBJECT = 0.9;

/** A cached piece that is relevant. */
export interface Admitted {
  readonly piece: CachedEvidence;
  /** 0..1, measured as in retrieval. */
  readonly relevance: number;
}

/**
 * Cached pieces that are relevant to the queries, scored as in retrieval (cosine similarity and share of rare terms) in
 * one pool with what this turn found. A piece is relevant if the queries name its definition, or by how the question
 * relates to the conversation:
 *
 * - A question that refers to an earlier one ("and its timeouts?") takes what is about its subject.
 * - One that leaves out its subject ("and for refunds?") takes the same if the session has anything about the words
 *   that are new. Otherwise the subject has changed.
 * - One that continues the conversation in its own words, and a request, take what reaches the pipeline's floor and is
 *   at least half as relevant as the best piece.
 * - One that shares no word with the conversation takes what is as relevant as the best that this turn found.
 *
 * Named pieces come first, then the most relevant; at most `session.recall_top_k`, and, after the first one, at most
 * half of what is left of `max_context_tokens`, or nine tenths for a question about their subject. Passed over are
 * pieces of definitions that this turn has, and tests, unless the question is about tests or names them.
 */
export async function compete(contest: Contest): Promise<readonly Admitted[]> {
  const { turn, queries, cached, settings } = contest;
  const fresh = turn.evidence.filter(({ kind }) => kind === 'chunk' || kind === 'node');
  const rated = await rate(contest, fresh);
  const aboutTests = asksAboutTests(queries.join(' '));
  const admitted = cached
    .filter((piece) => !fresh.some((item) => isOfSameDefinition(item, piece)))
    .map((piece) => ({
      piece,
      ...(rated.get(piece) ?? NOT_RELEVANT),
      named: queries.some((query) => definesNamed(query, piece)),
    }))
    .filter(({ piece, named, relevant }) => named || (relevant && (aboutTests || !isTestPath(piece.path))))
    .toSorted((a, b) => Number(b.named) - Number(a.named) || b.relevance - a.relevance)
    .filter(
      ({ piece }, at, all) => !all.slice(0, at).some((other) => isOfSameDefinition(other.piece, piece)),
    );
  const left = settings.max_context_tokens - tokensOf(fresh);
  const share = contest.followUp.subject.length > 0 ? SHARE_OF_REST_TO_SUBJECT : SHARE_OF_REST;
  return withinTokens(admitted.slice(0, settings.session.recall_top_k), share * left);
}

function tokensOf(items: readonly Pick<Evidence, 'text'>[]): number {
  return items.reduce((sum, { text }) => sum + countTokens(text), 0);
}

/** The first piece, and the following ones that fit. */
function withinTokens(admitted: readonly Admitted[], most: number): readonly Admitted[] {
  let left = most;
  return admitted.filter(({ piece }, at) => {
    const tokens = countTokens(piece.text);
    if (at > 0 && tokens > left) return false;
    left -= tokens;
    return true;
  });
}

type Named = Pick<Evidence, 'nodeKey'>;
function isOfSameDefinition(item: Named, piece: Named): boolean {
  return item.nodeKey !== undefined && item.nodeKey === piece.nodeKey;
}
