import type { CitationDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Icon } from '../../../components/icon';
import { fileName, folderName, lastHeading, shortSymbol, whereIn } from '../../../format/place-name';
import { t } from '../../../language/messages';

interface SourcesProps {
  readonly citations: readonly CitationDto[];
  readonly onOpen: (n: number) => void;
}

/** The places that an answer cites: next to it where there is room, otherwise above it. */
export function Sources({ citations, onOpen }: SourcesProps): JSX.Element | null {
  if (citations.length === 0) return null;
  return (
    <section class="turn-sources" aria-label={t('Sources')}>
      <h3 class="section-title">{t('Sources')}</h3>
      <ul class="sources">
        {citations.map((citation) => (
          <li key={citation.n}>
            <Source
              n={citation.n}
              path={citation.path}
              about={aboutOf(citation)}
              where={whereIn(citation)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is at the place, by the end of its name: many places of a file begin with the same words. */
function aboutOf({ symbol, title = '' }: CitationDto): string {
  return symbol === undefined ? lastHeading(title) : shortSymbol(symbol);
}

/** Most places that are shown while an answer is being written: those that were found first. */
const SHOWN = 8;

/** What was found so far, while the answer is being written. */
export function FoundSoFar(props: {
  readonly places: ReadonlyMap<number, string>;
  readonly onOpen: (n: number) => void;
}): JSX.Element | null {
  const { places, onOpen } = props;
  if (places.size === 0) return null;
  const more = places.size - SHOWN;
  return (
    <section class="turn-sources" aria-label={t('Found so far')}>
      <h3 class="section-title">{t('Found so far')}</h3>
      <ul class="sources">
        {[...places].slice(0, SHOWN).map(([n, path]) => (
          <li key={n}>
            <Source n={n} path={path} about="" where="" onOpen={onOpen} />
          </li>
        ))}
        {more > 0 && <li class="muted small more">{t('and {count} more', { count: more })}</li>}
      </ul>
    </section>
  );
}

function Source(props: {
  readonly n: number;
  readonly path: string;
  readonly about: string;
  readonly where: string;
  readonly onOpen: (n: number) => void;
}): JSX.Element {
  const { n, path, about, where, onOpen } = props;
  return (
    <button type="button" class="source" title={path} onClick={() => onOpen(n)}>
      <span class="source-number">{n}</span>
      <Icon name="file" />
      <span class="source-name">
        <strong>{fileName(path)}</strong>
        <span class="muted source-folder">{folderName(path)}</span>
        {(about !== '' || where !== '') && (
          <span class="muted">{[about, where].filter((part) => part !== '').join(' · ')}</span>
        )}
      </span>
    </button>
  );
}
