import type { RetriedListDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call';
import { useAction } from '../../api/use-action';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNote } from '../../components/error-note';
import { bodyOf, type LetterFilter } from './dead-letter-filters';
import { t } from '../../language/messages';

/** Maximum retries per click. */
const MOST = 200;

/** Retries everything that matches the filter, after confirmation. */
export function RetryAll(props: {
  readonly filter: LetterFilter;
  readonly onRetried: (result: RetriedListDto) => void;
}): JSX.Element {
  const { filter, onRetried } = props;
  const [asking, setAsking] = useState(false);
  const [left, setLeft] = useState<RetriedListDto | null>(null);
  const { busy, problem, run } = useAction();
  const named = Object.entries(bodyOf(filter)).map(([name, value]) => `${name} ${value}`);
  const retry = (): void =>
    run(async () => {
      const body = { ...bodyOf(filter), limit: MOST };
      const result = await call<RetriedListDto>('POST', '/v1/operations/dead-letters/retry', { body });
      onRetried(result);
      if (result.refused.length === 0 && !result.more) setAsking(false);
      else setLeft(result);
    });
  return (
    <>
      <Button
        icon="reload"
        onClick={() => {
          setLeft(null);
          setAsking(true);
        }}
      >
        {t('Retry all')}
      </Button>
      {asking && (
        <Dialog title={t('Retry all matching turns?')} onClose={() => setAsking(false)}>
          <div class="stack">
            {left === null ? (
              <p>
                {named.length === 0
                  ? t('This retries every failed turn of every tenant, at most {most}.', { most: MOST })
                  : t('This retries every failed turn with {filter}, at most {most}.', {
                      filter: named.join(', '),
                      most: MOST,
                    })}{' '}
                {t('The model calls cost again.')}
              </p>
            ) : (
              <Left result={left} />
            )}
            {problem && <ErrorNote problem={problem} />}
            <div class="row">
              <Button look="primary" icon="reload" disabled={busy} onClick={retry}>
                {busy ? t('Retrying …') : left === null ? t('Retry all') : t('Continue')}
              </Button>
              <Button onClick={() => setAsking(false)}>{left === null ? t('Cancel') : t('Close')}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Left({ result }: { readonly result: RetriedListDto }): JSX.Element {
  return (
    <div class="stack" role="status">
      <p>
        {t(result.more ? '{count} asked again; more are left.' : '{count} asked again.', {
          count: result.retried.length,
        })}
      </p>
      {result.refused.length > 0 && (
        <ul class="plain-list small">
          {result.refused.map(({ id, detail }) => (
            <li key={id}>
              <span class="mono">{id}</span>: {detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
