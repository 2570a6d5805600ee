import type { ReplayDifferenceDto, ReplayDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { quarry } from '../../../api/client';
import { useAction } from '../../../api/use-action';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { Icon } from '../../../components/icon';
import { announce } from '../announcer';
import { basisOf, differenceInWords, verdictInWords } from './replay-words';
import { t } from '../../../language/messages';

/** Runs a finished turn again from its record, and says whether the same comes out. */
export function Replay({ turn }: { readonly turn: string }): JSX.Element {
  const [replay, setReplay] = useState<ReplayDto | null>(null);
  const { busy, problem, run } = useAction();
  const start = (): void =>
    run(async () => {
      setReplay(null);
      const result = await quarry().replay(turn);
      setReplay(result);
      announce(verdictInWords(result));
    });
  return (
    <>
      <Button look="quiet" icon="reload" disabled={busy} onClick={start}>
        {busy ? t('Replaying …') : t('Replay')}
      </Button>
      {problem && (
        <div class="replay">
          <ErrorNote problem={problem} />
        </div>
      )}
      {replay && <Result replay={replay} />}
    </>
  );
}

function Result({ replay }: { readonly replay: ReplayDto }): JSX.Element {
  const { verdict, difference, notes } = replay;
  const section = useRef<HTMLElement>(null);
  // Where the follow-up is written covers the end of the page.
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [replay]);
  return (
    <section
      class={`replay note ${verdict === 'same' ? 'good' : 'warn'}`}
      aria-label={t('Replay')}
      ref={section}
    >
      <Icon name={verdict === 'same' ? 'check' : 'alert'} />
      <div>
        <strong>{verdictInWords(replay)}</strong>
        {difference && <Difference difference={difference} />}
        <p class="muted small">{basisOf(replay)}</p>
        {notes.map((note) => (
          <p key={note} class="small">
            {note}
          </p>
        ))}
      </div>
    </section>
  );
}

function Difference({ difference }: { readonly difference: ReplayDifferenceDto }): JSX.Element {
  return (
    <>
      <p>{differenceInWords(difference)}</p>
      <dl class="replay-sides">
        <dt>{t('Recorded')}</dt>
        <dd>
          <code>{difference.recorded}</code>
        </dd>
        <dt>{t('Replayed')}</dt>
        <dd>
          <code>{difference.cameOut}</code>
        </dd>
      </dl>
    </>
  );
}
