import type { JSX } from 'preact';
import { recentConversations } from '../../api/conversations';
import { useLoad } from '../../api/use-load';
import { Icon } from '../../components/icon';
import { Link } from '../../shell/router';
import { ago, dateTime } from '../../format/duration';
import { t } from '../../language/messages';

const SHOWN = 8;

/** Recent conversations. Each opens at its end. */
export function Recent(): JSX.Element | null {
  const { data } = useLoad((signal) => recentConversations(SHOWN, signal), []);
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t('Recent conversations')}>
      <div class="row spread">
        <h2 class="section-title">{t('Recent')}</h2>
        <Link to="/conversations" class="small">
          {t('All conversations')}
        </Link>
      </div>
      <ul class="recent">
        {data.map(({ last, name, pinned, turns }) => (
          <li key={last.id}>
            <Link to={`/turns/${last.id}`}>
              <Icon name="ask" />
              <span class="recent-question">{name}</span>
              <span class="muted small">
                {pinned ? `${t('Pinned')} · ` : ''}
                {turns > 1 ? `${t('{count} question | {count} questions', { count: turns })} · ` : ''}
                <time dateTime={last.askedAt} title={dateTime(last.askedAt)}>
                  {ago(new Date(last.askedAt))}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
