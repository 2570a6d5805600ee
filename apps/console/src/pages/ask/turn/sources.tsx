import type { CitationDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Icon } from '../../../components/icon';
import { fileName, whereIn } from './place-name';

/** The places that an answer cites. */
export function Sources(props: {
  readonly citations: readonly CitationDto[];
  readonly onOpen: (n: number) => void;
}): JSX.Element | null {
  const { citations, onOpen } = props;
  if (citations.length === 0) return null;
  return (
    <section aria-label="Sources">
      <h3 class="section-title">Sources</h3>
      <ul class="sources">
        {citations.map((citation) => (
          <li key={citation.n}>
            <button type="button" class="source" title={citation.path} onClick={() => onOpen(citation.n)}>
              <span class="source-number">{citation.n}</span>
              <Icon name="file" />
              <span class="source-name">
                <strong>{fileName(citation.path)}</strong>
                <span class="muted">{citation.symbol ?? citation.title ?? ''}</span>
              </span>
              <span class="muted small">{whereIn(citation)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
