import { isRelevant, relevanceOf } from '@quarry/search-index';
import type { CachedEvidence } from '@quarry/session-cache';
import type { Evidence } from '@quarry/turn';
import type { Contest } from './contest';
import { isAbout, subjectShares, wordShares } from './follow-up';
import { judgesOf, type Scored } from './judges';

/** Share of the best piece's relevance that the others need: what is only loosely related stays out. */
const NEAR_BEST = 0.5;

/** How relevant a cached piece is. */
export interface Rating {
  /** 0..1. */
  readonly relevance: number;
  readonly relevant: boolean;
}

/** The rating of other pieces. */
export const NOT_RELEVANT: Rating = { relevance: 0, relevant: false };

/**
 * Rates the cached pieces for a question, or a request, in one pool with what the turn found itself, by how the
 * question relates to the conversation: see `compete`.
 */
export async function rate(
  contest: Contest,
  fresh: readonly Evidence[],
): Promise<ReadonlyMap<CachedEvidence, Rating>> {
  const { cached, followUp, settings } = contest;
  const pool = [...cached, ...fresh];
  if (followUp.subject.length > 0) {
    const related = await relatedToSubject(contest, pool);
    return new Map(cached.map((piece, at) => [piece, related?.[at] ?? NOT_RELEVANT]));
  }
  const judges = await judgesOf(contest, contest.queries, pool);
  const best = (item: Scored): number => Math.max(0, ...judges.map((judge) => relevanceOf(judge(item))));
  const bar = followUp.continues ? 0 : Math.max(0, ...fresh.map(best));
  const rated = cached.map((piece) => ({
    piece,
    relevance: best(piece),
    reaches: judges.some((judge) => isRelevant(settings.relevance, judge(piece))),
  }));
  const near =
    NEAR_BEST * Math.max(0, ...rated.filter(({ reaches }) => reaches).map((item) => item.relevance));
  return new Map(
    rated.map(({ piece, relevance, reaches }) => [
      piece,
      { relevance, relevant: reaches && relevance >= Math.max(bar, near) },
    ]),
  );
}

/** How far the cached pieces are about a subject and about the words that are new; null if the subject has changed. */
async function relatedToSubject(
  contest: Contest,
  pool: readonly Scored[],
): Promise<readonly Rating[] | null> {
  const { cached, remembered, settings } = contest;
  const { own, subject, refers } = contest.followUp;
  if (!refers && !wordShares(own, remembered).some(isAbout)) return null;
  const [aboutSubject, aboutOwn] = await judgesOf(
    contest,
    [subject, own].filter(({ length }) => length > 0).map((words) => words.join(' ')),
    pool,
  );
  const cosineTo = (piece: Scored): number => aboutSubject?.(piece).cosine ?? -1;
  const nearest = Math.max(...cached.map(cosineTo));
  const shares = subjectShares(subject, pool);
  return cached.map((piece, at) => {
    const share = shares[at] ?? 0;
    const cosine = cosineTo(piece);
    const ownRelevance = aboutOwn ? relevanceOf(aboutOwn(piece)) : 0;
    return {
      relevance: Math.min(1, (ownRelevance + Math.max(share, cosine)) / 2),
      relevant: isAbout(share) || (cosine >= settings.relevance.min_cosine && cosine >= NEAR_BEST * nearest),
    };
  });
}
