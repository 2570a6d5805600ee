import type { Immutable, RevisionAnswerDto, RevisionComparisonDto } from '@quarry/client';
import type { TurnView } from '@quarry/engine';
import { baseSnapshot, snapshotsOfTurn } from '@quarry/turn';
import { presentTurn } from '../turns/present-turn';
import type { ComparedAnswers } from './revision-comparison.service';

/** Presents two answers and what changed between them. */
export function presentComparison({
  id,
  from,
  to,
  comparison,
}: ComparedAnswers): Immutable<RevisionComparisonDto> {
  const isEnded = from.status === 'ended' && to.status === 'ended';
  return {
    id,
    status: isEnded ? 'ended' : 'running',
    question: from.turn.question.original,
    from: side(from),
    to: side(to),
    comparison,
    reason: isEnded && comparison === null ? nothingToCompare([from, to]) : null,
    links: linksOfComparison(id),
  };
}

/** @param id of a comparison */
export function linksOfComparison(id: string): { readonly self: string } {
  return { self: `/v1/revision-comparisons/${id}` };
}

function side(view: TurnView): Immutable<RevisionAnswerDto> {
  const names = snapshotsOfTurn(view.turn).map(({ snapshot }) => baseSnapshot(snapshot));
  return { snapshot: [...new Set(names)].join(', '), turn: presentTurn(view) };
}

function nothingToCompare(views: readonly TurnView[]): string {
  const failed = views.find(({ turn }) => turn.answer === null);
  return `There is nothing to compare: turn '${failed?.turn.id ?? ''}' has no answer: ${failed?.turn.end?.reason ?? ''}`;
}
