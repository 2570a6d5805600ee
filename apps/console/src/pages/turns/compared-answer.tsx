import type { JSX } from 'preact';
import { Spinner } from '../../components/spinner';
import { Link } from '../../shell/router';
import '../ask/ask.css';
import { Answer } from '../ask/turn/answer';
import { reasonOf } from '../../format/phrases';
import { placeName } from '../../format/place-name';
import type { Side } from './side';
import { OutcomeBadge } from './outcome-badge';
import { t } from '../../language/messages';

/** The answer of one of two turns. Its citations link to the page of the answer, where they open. */
export function ComparedAnswer({ side, name }: { readonly side: Side; readonly name: string }): JSX.Element {
  const { turn } = side;
  const [pipeline = ''] = turn.pipeline.split('@');
  const at = `/turns/${encodeURIComponent(turn.id)}`;
  return (
    <section class="card stack" aria-label={`${name}: ${pipeline}`}>
      <div class="row spread">
        <h2>{pipeline}</h2>
        <OutcomeBadge outcome={turn.outcome} headline={turn.headline} />
      </div>
      {turn.answer ? (
        <Answer
          text={turn.answer.text}
          claims={turn.claims ?? []}
          nameOf={(n) => {
            const place = turn.citations.find((one) => one.n === n);
            return place ? placeName(place) : null;
          }}
          onCite={(n) => window.open(`${at}#evidence-${n}`, '_blank')}
        />
      ) : turn.status === 'running' ? (
        <Spinner />
      ) : (
        <p class="muted">{reasonOf(turn) ?? t('There is no answer.')}</p>
      )}
      <p class="row small">
        <Link to={at}>{t('Open the answer')}</Link>
        <Link to={`${at}/trace`}>{t('Open the trace')}</Link>
      </p>
    </section>
  );
}
