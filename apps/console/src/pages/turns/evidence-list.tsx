import type { CitationDto, EvidenceDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge } from '../../components/badge';
import { EmptyState } from '../../components/empty-state';
import { placeName } from '../../format/place-name';
import { decimal } from '../../format/number';
import { rich, t } from '../../language/messages';

/** Every text that a turn found, by number; cited ones are marked. */
export function EvidenceList(props: {
  readonly evidence: readonly EvidenceDto[];
  readonly citations: readonly CitationDto[];
}): JSX.Element {
  const { evidence, citations } = props;
  const cited = new Set(citations.map(({ n }) => n));
  if (evidence.length === 0)
    return (
      <EmptyState title={t('No evidence')}>
        <p>{t('Is the right repository indexed? See the page Index.')}</p>
      </EmptyState>
    );
  return (
    <div class="stack">
      {evidence.map((piece) => (
        <details key={piece.id} class="card fold">
          <summary>
            <span class="mono muted">[{piece.n}]</span>
            <span class="fold-title mono">{placeName(piece)}</span>
            {cited.has(piece.n) && <Badge tone="good">{t('cited')}</Badge>}
            <span class="muted small">
              {t('pass {number}', { number: piece.pass })} · {piece.foundBy} ·{' '}
              {t('relevance {value}', { value: decimal(piece.relevance, 2) })}
            </span>
          </summary>
          <p class="muted small">
            {rich('Found by {query}', { query: <q>{piece.query}</q> })}
            {piece.symbol !== undefined && ` · ${piece.symbol}`}
          </p>
          <pre class="text-block" tabIndex={0}>
            {piece.text}
          </pre>
        </details>
      ))}
    </div>
  );
}
