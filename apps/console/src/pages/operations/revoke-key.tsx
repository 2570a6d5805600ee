import type { KeyDto } from '@quarry/client';
import type { JSX } from 'preact';
import { call } from '../../api/call';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { rich, t } from '../../language/messages';
import { isOperatorInForce } from './key-state';

/** Asks before a key is revoked; says so if that locks out the user, or leaves no operator's key. */
export function RevokeKey(props: {
  readonly of: KeyDto;
  /** All keys there are. */
  readonly keys: readonly KeyDto[];
  /** Id of the key that the user is signed in with; null without one. */
  readonly ownId: string | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}): JSX.Element {
  const { of, keys, ownId, onClose, onDone } = props;
  const operators = keys.filter(isOperatorInForce);
  const isLast = operators.length === 1 && operators[0]?.id === of.id;
  return (
    <ConfirmDialog
      title={t('Revoke ‘{name}’?', { name: of.name })}
      verb={t('Revoke')}
      doing={t('Revoking …')}
      keep={t('Keep the key')}
      act={async () => {
        await call('DELETE', `/v1/keys/${encodeURIComponent(of.id)}`);
        onDone();
      }}
      onClose={onClose}
    >
      {of.id === ownId && (
        <strong>{t('You are signed in with this key: revoking it signs you out of this page.')} </strong>
      )}
      {isLast && (
        <strong>
          {rich(
            'It is the last operator’s key: afterwards, only {command}, on a machine that reaches the data, creates another one.',
            { command: <code>quarry keys create NAME --tenant {of.tenant} --role operator</code> },
          )}{' '}
        </strong>
      )}
      {t(
        'Every gateway refuses it within five seconds, and ends its streams. This cannot be undone, but you can create a new key.',
      )}
    </ConfirmDialog>
  );
}
