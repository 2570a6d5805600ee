import type { ClaimDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge } from '../../../components/badge';
import { SUPPORT } from './support';

const ORDER = ['supported', 'inferred', 'unchecked', 'unsupported', 'contradicted'] as const;

/** How many sentences the evidence supports, and why it does not support the others. */
export function SupportSummary({ claims }: { readonly claims: readonly ClaimDto[] }): JSX.Element | null {
  if (claims.length === 0) return null;
  const counts = ORDER.map(
    (status) => [status, claims.filter((each) => each.status === status).length] as const,
  );
  return (
    <details class="claims">
      <summary>
        <span>Sentences checked:</span>
        {counts
          .filter(([, count]) => count > 0)
          .map(([status, count]) => (
            <Badge key={status} tone={SUPPORT[status].tone} icon={SUPPORT[status].icon}>
              {count} {SUPPORT[status].word.toLowerCase()}
            </Badge>
          ))}
      </summary>
      <ul>
        {claims.map(({ text, status, why }) => (
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
