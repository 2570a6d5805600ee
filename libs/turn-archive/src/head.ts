import { conclusionOf, costOf, passesOf, searchedBy } from '@quarry/turn';
import type { ArchivedTurn, TurnHead } from './archived-turn';

/** The head of a turn for lists. A turn without an end, which should not be saved, counts as failed. */
export function headOf({ turn, events }: ArchivedTurn): TurnHead {
  const { end, options, question, spent } = turn;
  const concluded = end && conclusionOf(turn);
  return {
    id: turn.id,
    session: turn.session,
    pipeline: turn.pipeline,
    question: { original: question.original, english: question.english },
    outcome: end?.outcome ?? 'failed',
    reason: end?.reason ?? '',
    ...(concluded && { headline: concluded.headline }),
    code: end?.code ?? null,
    stopRule: turn.stop?.rule ?? null,
    ...searchedBy(turn),
    key: options.key ?? null,
    rerunOf: options.rerunOf ?? null,
    confidence: concluded?.confidence.level ?? null,
    staleness: null,
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

/** The repositories that a turn is about, as the stores name them; empty if they are unknown. */
export function repositoriesOf({
  repository,
  scope,
}: Pick<TurnHead, 'repository' | 'scope'>): readonly string[] {
  if (scope) return scope.map((ref) => ref.repository);
  return repository === null ? [] : [repository];
}
