import type { TurnDto } from '@quarry/client';
import { placeName } from '../../format/place-name';
import { markedAnswer } from './marked-answer';
import { t } from '../../language/messages';

/** What an export needs of a turn. */
type Exported = Pick<TurnDto, 'question' | 'askedAt' | 'answer' | 'claims' | 'citations'>;

/**
 * A conversation as Markdown: its name, if it has one, then each question, its answer, and the sources that the answer
 * cites. Sentences that the evidence does not support carry a mark.
 */
export function asMarkdown(turns: readonly Exported[], name: string | null = null): string {
  return [...(name === null ? [] : [`# ${line(name)}`]), ...turns.map(section)].join('\n\n');
}

function section({ question, askedAt, answer, claims, citations }: Exported): string {
  const sources = citations.map((citation) => `- [${citation.n}] ${placeName(citation)}`);
  return [
    `## ${line(question.original)}`,
    `_${askedAt}_`,
    answer ? markedAnswer(answer.text, claims ?? []) : `_${t('There is no answer.')}_`,
    ...(sources.length === 0 ? [] : [`${t('Sources')}:\n\n${sources.join('\n')}`]),
  ].join('\n\n');
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ');
}
