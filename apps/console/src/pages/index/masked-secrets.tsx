import type { JSX } from 'preact';
import { t } from '../../language/messages';

interface Place {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
}

/** Where secrets are masked in a snapshot; nothing if they were not searched for. Their values are not stored. */
export function MaskedSecrets(props: {
  readonly secrets: number | null;
  readonly places: readonly Place[];
}): JSX.Element | null {
  const { secrets, places } = props;
  if (secrets === null) return null;
  return (
    <section class="stack" aria-labelledby="secrets">
      <h3 id="secrets">{t('Masked secrets')}</h3>
      <p class="muted">
        {secrets === 0
          ? t('No secret was found.')
          : t(
              '{count} masked. Its owner should revoke it. | {count} masked. Their owners should revoke them.',
              { count: secrets },
            )}
      </p>
      <ul class="plain-list small">
        {places.map(({ path, line, kind }, n) => (
          <li key={`${n} ${path}`}>
            <span class="mono">
              {path}:{line}
            </span>{' '}
            <span class="muted">{kind}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
