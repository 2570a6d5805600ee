import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Icon } from '../../../components/icon';
import { noticeOf } from '../../../format/phrases';

/** What the index lacked when the question was asked; nothing if the line on confidence above says it. */
export function IndexNotes({
  turn: { indexing = [], disclaimer },
  below,
}: {
  readonly turn: TurnDto;
  /** Whether that line is there. */
  readonly below: boolean;
}): JSX.Element | null {
  const left = indexing.filter(({ text }) => !(below && disclaimer?.includes(text)));
  if (left.length === 0) return null;
  return (
    <p class="note small" role="note">
      <Icon name="info" /> {left.map(noticeOf).join(' ')}
    </p>
  );
}
