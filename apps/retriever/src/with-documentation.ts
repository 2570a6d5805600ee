import type { RankedHit } from '@quarry/retrieval';
import { asksHowTo, PAGE_LANGUAGES, type PlanFilter } from '@quarry/turn';

/** Pages added to the hits of the question. */
const PAGES = 3;

/** The search that finds the documentation of what a user wants to do. */
export interface DocumentationQuery {
  readonly query: string;
  readonly topK: number;
  readonly filter: PlanFilter;
}

/** What to search in addition, for a question how to use something; null for others, or if the asker chose languages. */
export function documentationQuery(
  question: string,
  filter: PlanFilter | undefined,
): DocumentationQuery | null {
  if (!asksHowTo(question) || (filter?.languages ?? []).length > 0) return null;
  return { query: question, topK: PAGES, filter: { ...filter, languages: [...PAGE_LANGUAGES] } };
}

/** The lists of the plan's queries; the first one also has the pages that none of them found. */
export function withDocumentation(
  lists: readonly (readonly RankedHit[])[],
  pages: readonly RankedHit[],
): readonly (readonly RankedHit[])[] {
  const known = new Set(lists.flat().map(({ chunk }) => chunk.id));
  const [first = [], ...others] = lists;
  return [[...first, ...pages.filter(({ chunk }) => !known.has(chunk.id))], ...others];
}
