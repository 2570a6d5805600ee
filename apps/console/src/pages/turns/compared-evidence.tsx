import type { EvidenceDto, TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { percent } from '../../format/number';
import { placeName } from '../../format/place-name';
import { overlapOf } from './compare';
import { t } from '../../language/messages';

/** The texts that both turns found, and those that only one found. */
export function ComparedEvidence({
  left,
  right,
}: {
  readonly left: TurnDto;
  readonly right: TurnDto;
}): JSX.Element {
  const { both, onlyLeft, onlyRight, share } = overlapOf(left.evidence, right.evidence);
  return (
    <section class="stack">
      <h2>{t('Evidence')}</h2>
      <p>
        {share === null
          ? t('Neither found anything.')
          : t('{both} of {all} texts were found by both ({share}).', {
              both: both.length,
              all: both.length + onlyLeft.length + onlyRight.length,
              share: percent(share),
            })}
      </p>
      <div class="three-columns">
        <Places title={t('Only left')} pieces={onlyLeft} cited={citedBy(left)} />
        <Places title={t('Both')} pieces={both} cited={citedBy(left)} />
        <Places title={t('Only right')} pieces={onlyRight} cited={citedBy(right)} />
      </div>
    </section>
  );
}

function citedBy({ citations }: TurnDto): ReadonlySet<number> {
  return new Set(citations.map(({ n }) => n));
}

function Places(props: {
  readonly title: string;
  readonly pieces: readonly EvidenceDto[];
  readonly cited: ReadonlySet<number>;
}): JSX.Element {
  const { title, pieces, cited } = props;
  return (
    <div class="card">
      <h3>
        {title} ({pieces.length})
      </h3>
      {pieces.length === 0 ? (
        <p class="muted small">{t('none')}</p>
      ) : (
        <ul class="plain-list small places">
          {pieces.map((piece) => (
            <li key={piece.id} class="mono">
              {placeName(piece)}
              {cited.has(piece.n) && <span class="muted"> {t('cited')}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
