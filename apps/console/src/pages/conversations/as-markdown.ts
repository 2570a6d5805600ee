import type { TurnDto } from '@quarry/client';
import { placeName } from '../ask/turn/place-name';

/** What an export needs of a turn. */
type Exported = Pick<TurnDto, 'question' | 'askedAt' | 'answer' | 'citations'>;

/** A conversation as Markdown: each question, its answer, and the sources that the answer cites. */
export function asMarkdown(turns: readonly Exported[]): string {
  return turns.map(section).join('\n\n');
}

function section({ question, askedAt, answer, citations }: Exported): string {
  const sources = citations.map((citation) => `- [${citation.n}] ${placeName(citation)}`);
  return [
    `## ${question.original.replace(/\s+/g, ' ')}`,
    `_${askedAt}_`,
    answer?.text ?? '_There is no answer._',
    ...(sources.length === 0 ? [] : [`Sources:\n\n${sources.join('\n')}`]),
  ].join('\n\n');
}
