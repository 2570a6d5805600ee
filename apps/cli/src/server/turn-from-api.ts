import type { RevisionComparison } from '@quarry/application/revisions';
import type { Immutable, RevisionComparisonDto, TurnDto, TurnEvent as ApiEvent } from '@quarry/client';
import { openTurn, type Answer, type Turn, type TurnEvent } from '@quarry/turn';

/** Groups that the API and the turn have in common. The generated types are looser, e.g. lists instead of pairs. */
type SharedGroups = Pick<
  Turn,
  | 'plan'
  | 'searches'
  | 'assessments'
  | 'needs'
  | 'misses'
  | 'findings'
  | 'calculations'
  | 'evidence'
  | 'claims'
  | 'degraded'
> &
  Partial<Pick<Turn, 'stop' | 'indexing'>>;

/** The turn as far as the API returns it: enough for everything that a terminal shows. */
export function turnFromApi(dto: Immutable<TurnDto>): Turn {
  const { id, session, pipeline, question, answer, citations, spent, outcome, reason, code } = dto;
  const groups = dto as unknown as SharedGroups;
  const opened = openTurn({
    id,
    tenant: '',
    session,
    pipeline,
    question: question.original,
    isEnglish: true,
    askedAt: Date.parse(dto.askedAt),
    deadline: 0,
    options: {},
  });
  return {
    ...opened,
    question: { ...opened.question, english: question.english },
    plan: groups.plan,
    searches: groups.searches,
    assessments: groups.assessments,
    needs: groups.needs,
    misses: groups.misses,
    findings: groups.findings ?? [],
    calculations: groups.calculations ?? [],
    evidence: groups.evidence,
    claims: groups.claims,
    degraded: groups.degraded ?? [],
    indexing: groups.indexing ?? [],
    // A gateway of an earlier version does not report it.
    stop: groups.stop ?? null,
    answer: answer && answerFromApi(answer, citations),
    spent: spent ? { ...spent, loops: Math.max(0, (dto.passes ?? 1) - 1) } : opened.spent,
    end: outcome && { outcome, reason: reason ?? '', ...(code === null ? {} : { code }) },
  };
}

/** Fields that are null in the response are absent from the turn. */
function answerFromApi(
  answer: NonNullable<Immutable<TurnDto>['answer']>,
  citations: Immutable<TurnDto>['citations'],
): Answer {
  const { insufficient, proof, writtenBy, ...rest } = answer;
  return {
    ...rest,
    citations,
    writtenBy: writtenBy ?? '',
    ...(insufficient === null ? {} : { insufficient }),
    // A gateway of an earlier version has none.
    ...(proof ? { proof } : {}),
  } as unknown as Answer;
}

/** The event in the format of the live view. */
export function eventFromApi({ id, at, ...body }: ApiEvent): TurnEvent {
  return { id, at: Date.parse(at), body };
}

/** What changed between two revisions; null if there was nothing to compare. */
export function comparisonFromApi({
  comparison,
}: Immutable<RevisionComparisonDto>): RevisionComparison | null {
  // The generated type of `citedAs` is a list instead of a pair.
  return comparison as unknown as RevisionComparison | null;
}
