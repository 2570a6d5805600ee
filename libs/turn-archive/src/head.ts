import { confidenceOf, costOf, passesOf, type Turn } from '@quarry/turn';
import type { ArchivedTurn, TurnHead } from './archived-turn';

/** The head of a turn for lists. A turn without an end, which should not be saved, counts as failed. */
export function headOf({ turn, events }: ArchivedTurn): TurnHead {
  const { end, options, question, spent } = turn;
  return {
    id: turn.id,
    session: turn.session,
    pipeline: turn.pipeline,
    question: { original: question.original, english: question.english },
    outcome: end?.outcome ?? 'failed',
    reason: end?.reason ?? '',
    code: end?.code ?? null,
    stopRule: turn.stop?.rule ?? null,
    ...searchedBy(turn),
    key: options.key ?? null,
    rerunOf: options.rerunOf ?? null,
    confidence: confidenceOf(turn)?.level ?? null,
    askedAt: Math.trunc(turn.askedAt),
    endedAt: events.at(-1)?.at ?? turn.askedAt,
    passes: passesOf(turn),
    evidenceCount: turn.evidence.length,
    citationCount: turn.answer?.citations.length ?? 0,
    needs: turn.needs.length,
    needsResolved: turn.needs.filter(({ status }) => status === 'resolved').length,
    modelCalls: spent.modelCalls,
    inputTokens: spent.inputTokens,
    outputTokens: spent.outputTokens,
    cost: costOf(spent.calls),
  };
}

/** Name of a pipeline without its version. */
export function pipelineName(pipeline: string): string {
  const at = pipeline.lastIndexOf('@');
  return at < 0 ? pipeline : pipeline.slice(0, at);
}

/**
 * The snapshot of a turn: the one in its question, otherwise the one that was searched, as the stores name it; null if
 * neither is known. Of a turn about several, these.
 */
export function searchedBy({
  options,
  searches,
}: Pick<Turn, 'options' | 'searches'>): Pick<TurnHead, 'repository' | 'snapshot' | 'scope'> {
  if (options.scope) return { repository: null, snapshot: null, scope: options.scope };
  const index = searches.find((search) => search.index !== undefined)?.index;
  const at = index?.lastIndexOf('@') ?? -1;
  const [repository, snapshot] =
    index === undefined || at < 0 ? [null, null] : [index.slice(0, at), index.slice(at + 1)];
  return { repository: options.repository ?? repository, snapshot: options.snapshot ?? snapshot };
}

/** The repositories that a turn is about, as the stores name them; empty if they are unknown. */
export function repositoriesOf({
  repository,
  scope,
}: Pick<TurnHead, 'repository' | 'scope'>): readonly string[] {
  if (scope) return scope.map((ref) => ref.repository);
  return repository === null ? [] : [repository];
}
