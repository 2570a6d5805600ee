import type { CreatedKeyDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { holdPage } from '../../api/key';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { Icon } from '../../components/icon';
import { t } from '../../language/messages';

/** A new key, shown once: the page stays until the reader is done, also if the gateway requires a key from now on. */
export function KeySecret(props: { readonly made: CreatedKeyDto; readonly onDone: () => void }): JSX.Element {
  const { made, onDone } = props;
  useEffect(() => {
    holdPage(true);
    return () => {
      holdPage(false);
    };
  }, []);
  return (
    <div class="note" role="status">
      <Icon name="key" />
      <div class="stack">
        <p>
          <strong>{t('‘{name}’ was created.', { name: made.name })}</strong>{' '}
          {t('Copy it now: only its digest is stored, and it is not shown again.')}
        </p>
        <code class="secret">{made.key}</code>
        <div class="row">
          <CopyButton text={made.key}>{t('Copy')}</CopyButton>
          <Button onClick={onDone}>{t('Done')}</Button>
        </div>
      </div>
    </div>
  );
}
