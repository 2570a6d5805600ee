import type {
  ClaimChangeDto,
  EvidenceChangeDto,
  RevisionAnswerDto,
  RevisionChangesDto,
  RevisionPlaceDto,
} from '@quarry/client';
import type { JSX } from 'preact';
import { Badge, type Tone } from '../../components/badge';
import '../ask/ask.css';
import { Answer } from '../ask/turn/answer';
import { placeName } from '../../format/place-name';
import { t } from '../../language/messages';

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;
const TONES: Readonly<Record<EvidenceChangeDto['change'], Tone>> = {
  ...{ changed: 'warn', moved: 'info', removed: 'bad', added: 'good', same: 'plain' },
};
const CHANGES: Readonly<Record<EvidenceChangeDto['change'], string>> = {
  ...{
    changed: t('changed'),
    moved: t('moved'),
    removed: t('removed'),
    added: t('added'),
    same: t('the same'),
  },
};
const ORDER = Object.keys(TONES);

/** What changed between two answers: their statements, then the lines that they cite. */
export function RevisionChanges(props: {
  readonly of: RevisionChangesDto;
  readonly from: RevisionAnswerDto;
  readonly to: RevisionAnswerDto;
}): JSX.Element {
  const { of, from, to } = props;
  const said = (side: ClaimChangeDto['in']): readonly ClaimChangeDto[] =>
    of.claims.filter((claim) => claim.in === side);
  const evidence = of.evidence.toSorted((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change));
  return (
    <div class="revision-changes stack">
      <Claims
        title={t('Only the answer at {snapshot} says', { snapshot: from.snapshot })}
        of={said('from')}
        by={from}
        other={to}
      />
      <Claims
        title={t('Only the answer at {snapshot} says', { snapshot: to.snapshot })}
        of={said('to')}
        by={to}
        other={from}
      />
      <Claims title={t('Both say')} of={said('both')} by={to} other={from} />
      <section class="stack" aria-label={t('Cited lines')}>
        <h3>{t('Cited lines')}</h3>
        {evidence.length === 0 && <p class="muted">{t('Neither answer cites lines of files.')}</p>}
        {evidence.map((change, at) => (
          <Evidence key={at} of={change} />
        ))}
      </section>
    </div>
  );
}

/** Statements in the words of one answer, whose citations they have. */
function Claims(props: {
  readonly title: string;
  readonly of: readonly ClaimChangeDto[];
  readonly by: RevisionAnswerDto;
  readonly other: RevisionAnswerDto;
}): JSX.Element | null {
  const { title, of, by, other } = props;
  if (of.length === 0) return null;
  const nameOf = (n: number): string | null => {
    const place = by.turn.citations.find((one) => one.n === n);
    return place ? placeName(place) : null;
  };
  return (
    <section class="stack" aria-label={title}>
      <h3>{title}</h3>
      {of.map(({ text, holdsInOther }) => (
        <div key={text}>
          <Answer
            text={text}
            claims={[]}
            nameOf={nameOf}
            onCite={(n) => window.open(`/turns/${encodeURIComponent(by.turn.id)}#evidence-${n}`, '_blank')}
          />
          {holdsInOther === true && (
            <span class="muted small">
              {t('The cited lines are the same in {snapshot}.', { snapshot: other.snapshot })}
            </span>
          )}
        </div>
      ))}
    </section>
  );
}

function Evidence({ of }: { readonly of: EvidenceChangeDto }): JSX.Element {
  const { change, symbol, from, to, diff } = of;
  const places = [from, to].flatMap((place) => (place ? [placeOf(place)] : []));
  const title = (
    <>
      <Badge tone={TONES[change]}>{CHANGES[change]}</Badge> <code>{[...new Set(places)].join(' → ')}</code>{' '}
      {symbol !== null && <span class="muted">{symbol}</span>}
    </>
  );
  if (diff.length === 0) return <p>{title}</p>;
  return (
    <details>
      <summary>{title}</summary>
      <pre class="lines-changed" tabIndex={0}>
        {diff.map(({ kind, text }, at) => (
          <span key={at} class={`line-${kind}`}>{`${SIGNS[kind]} ${text}\n`}</span>
        ))}
      </pre>
    </details>
  );
}

function placeOf({ path, startLine, endLine }: RevisionPlaceDto): string {
  return `${path}:${startLine}–${endLine}`;
}
