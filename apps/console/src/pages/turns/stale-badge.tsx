import type { ListedTurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge } from '../../components/badge';
import { t } from '../../language/messages';

const WORDS = { moved: t('sources moved'), changed: t('sources changed'), gone: t('sources gone') } as const;

/** The state of the lines that an answer cites; nothing if they are as they were cited. */
export function StaleBadge({ staleness }: Pick<ListedTurnDto, 'staleness'>): JSX.Element | null {
  if (staleness === null || staleness === 'fresh') return null;
  return <Badge tone="warn">{WORDS[staleness]}</Badge>;
}
