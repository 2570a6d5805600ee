import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { CopyButton } from '../../../components/copy-button';
import { Button } from '../../../components/button';
import { Link } from '../../../shell/router';
import { Icon } from '../../../components/icon';
import { Feedback } from './feedback/feedback';
import { Replay } from './replay';
import { t } from '../../../language/messages';

/** Actions for an answer. */
export function TurnActions(props: { readonly turn: TurnDto; readonly onGraph: () => void }): JSX.Element {
  const { turn, onGraph } = props;
  const named = turn.evidence.some(({ nodeKey }) => nodeKey !== undefined);
  return (
    <div class="turn-actions">
      <Feedback turn={turn.id} />
      {turn.answer && <CopyButton text={turn.answer.text}>{t('Copy answer')}</CopyButton>}
      <CopyButton icon="link" text={`${location.origin}/turns/${turn.id}`}>
        {t('Copy link')}
      </CopyButton>
      {named && (
        <Button look="quiet" icon="graph" onClick={onGraph}>
          {t('Graph')}
        </Button>
      )}
      <Link class="button quiet" to={`/turns/${turn.id}/trace`}>
        <Icon name="turns" />
        {t('Trace')}
      </Link>
      {/* Of a turn that only its session remembers, there is no record. */}
      {turn.passes !== null && <Replay key={turn.id} turn={turn.id} />}
    </div>
  );
}
