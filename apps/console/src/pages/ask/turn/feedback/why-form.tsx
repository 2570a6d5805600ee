import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../../../api/use-action';
import { Button } from '../../../../components/button';
import { ErrorNote } from '../../../../components/error-note';
import { Field } from '../../../../components/field';
import { giveFeedback, REASONS, type Rating } from './data';
import { t } from '../../../../language/messages';

type Reason = (typeof REASONS)[Rating][number][0];

/** Asks why an answer helped, or did not. The rating itself is stored already. */
export function WhyForm(props: {
  readonly turn: string;
  readonly rating: Rating;
  readonly onClose: () => void;
}): JSX.Element {
  const { turn, rating, onClose } = props;
  const [reasons, setReasons] = useState<readonly Reason[]>([]);
  const [comment, setComment] = useState('');
  const [sent, setSent] = useState(false);
  const { busy, problem, run } = useAction();
  if (sent) return <p role="status">{t('Thank you. Your reasons are stored with the turn.')}</p>;
  const toggle = (reason: Reason): void =>
    setReasons(reasons.includes(reason) ? reasons.filter((one) => one !== reason) : [...reasons, reason]);
  const send = async (): Promise<void> => {
    const said = comment.trim();
    await giveFeedback(turn, { rating, reasons: [...reasons], ...(said === '' ? {} : { comment: said }) });
    setSent(true);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run(send);
      }}
    >
      <fieldset class="choices">
        <legend>{rating === 'up' ? t('What was good?') : t('What was wrong?')}</legend>
        {REASONS[rating].map(([reason, words]) => (
          <label key={reason}>
            <input type="checkbox" checked={reasons.includes(reason)} onChange={() => toggle(reason)} />
            {words}
          </label>
        ))}
      </fieldset>
      <Field label={t('Comment')}>
        {(ids) => (
          <textarea
            {...ids}
            class="input"
            rows={2}
            maxLength={2_000}
            value={comment}
            onInput={(event) => setComment(event.currentTarget.value)}
          />
        )}
      </Field>
      {problem && <ErrorNote problem={problem} />}
      <div class="row">
        <Button type="submit" disabled={busy || (reasons.length === 0 && comment.trim() === '')}>
          {t('Send')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </form>
  );
}
