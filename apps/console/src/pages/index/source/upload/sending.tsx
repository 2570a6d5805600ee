import type { JSX } from 'preact';
import { size } from '../../../../format/number';
import type { SentSoFar } from './send-upload';
import { t } from '../../../../language/messages';

/** The progress of an upload; before its first part, the files are being packed. */
export function Sending({ soFar }: { readonly soFar: SentSoFar | null }): JSX.Element {
  if (!soFar)
    return (
      <p class="small" role="status">
        {t('Packing the files …')}
      </p>
    );
  const { done, total } = soFar;
  return (
    <label class="phase small">
      <span>{t('Uploading')}</span>
      <progress max={Math.max(1, total)} value={done} />
      <span class="muted">{t('{done} of {total}', { done: size(done), total: size(total) })}</span>
    </label>
  );
}
