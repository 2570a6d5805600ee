import type { GapDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Icon } from '../../../components/icon';
import { t } from '../../../language/messages';

/** What was asked for and is not there, with where it was looked for: as good to know as the answer. */
export function NotFound({ gaps }: { readonly gaps: readonly GapDto[] }): JSX.Element | null {
  if (gaps.length === 0) return null;
  const sought = gaps.filter((gap) => gap.sought);
  const left = gaps.filter((gap) => !gap.sought);
  return (
    <section class="note warn" aria-label={t('Not found')}>
      <Icon name="search" />
      <div>
        <Listed title={t('Searched for and not found')} gaps={sought} />
        <Listed title={t('Not searched for')} gaps={left} />
      </div>
    </section>
  );
}

function Listed(props: { readonly title: string; readonly gaps: readonly GapDto[] }): JSX.Element | null {
  const { title, gaps } = props;
  if (gaps.length === 0) return null;
  return (
    <>
      <strong>{title}</strong>
      <ul class="plain-list">
        {gaps.map(({ text, why, where }) => (
          <li key={text}>
            <code>{text}</code> — {why}
            {where.length > 0 && (
              <span class="muted"> ({t('looked in: {places}', { places: where.join(', ') })})</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
