import type { ClaimDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge } from '../../../components/badge';
import { SUPPORT } from './support';
import { isWeak, type ClaimList } from './weak';
import { t } from '../../../language/messages';

const ORDER = ['supported', 'inferred', 'unchecked', 'unsupported', 'contradicted'] as const;

/** How many sentences the evidence supports, and why it does not support the others. */
export function SupportSummary(props: {
  readonly claims: readonly ClaimDto[];
  readonly list: ClaimList;
  readonly onList: (list: ClaimList) => void;
}): JSX.Element | null {
  const { claims, list, onList } = props;
  if (claims.length === 0) return null;
  const counts = ORDER.map(
    (status) => [status, claims.filter((each) => each.status === status).length] as const,
  );
  const weak = claims.filter(isWeak);
  const shown = list.weakOnly && weak.length > 0 ? weak : claims;
  return (
    <details
      class="claims"
      open={list.open}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== list.open) onList({ ...list, open });
      }}
    >
      <summary>
        <span>{t('Sentences checked:')}</span>
        {counts
          .filter(([, count]) => count > 0)
          .map(([status, count]) => (
            <Badge key={status} tone={SUPPORT[status].tone} icon={SUPPORT[status].icon}>
              {count} {SUPPORT[status].word.toLowerCase()}
            </Badge>
          ))}
      </summary>
      {weak.length > 0 && weak.length < claims.length && (
        <label class="weak-only small">
          <input
            type="checkbox"
            checked={list.weakOnly}
            onChange={(event) => onList({ ...list, weakOnly: event.currentTarget.checked })}
          />
          {t('Weak sentences only')}
        </label>
      )}
      <ul>
        {shown.map(({ text, status, why }) => (
          <li key={text}>
            <Badge tone={SUPPORT[status].tone} icon={SUPPORT[status].icon}>
              {SUPPORT[status].word}
            </Badge>
            <div>
              <p>{text.replaceAll('`', '')}</p>
              <p class="muted small">
                {why.replaceAll('`', '')} · {SUPPORT[status].means}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
