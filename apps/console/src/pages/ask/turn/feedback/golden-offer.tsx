import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useAction } from '../../../../api/use-action';
import { useLoad } from '../../../../api/use-load';
import { Button } from '../../../../components/button';
import { ErrorNote } from '../../../../components/error-note';
import { Field } from '../../../../components/field';
import { Link } from '../../../../shell/router';
import { addGoldenQuestion, goldenSets, type Rating } from './data';
import { rich, t } from '../../../../language/messages';

/** Name of the first golden set, if the tenant has no set yet. */
const FIRST_SET = 'feedback';

/** Offers to measure pipelines with this question: with its answer or, if that did not help, with the right one. */
export function GoldenOffer({
  turn,
  rating,
}: {
  readonly turn: string;
  readonly rating: Rating;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [answer, setAnswer] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const sets = useLoad(goldenSets, []).data ?? [];
  const { busy, problem, run } = useAction();
  const list = useId();
  const form = useRef<HTMLFormElement>(null);
  // It opens where the field for the next question would cover it.
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), [open]);
  const set = (typed ?? sets[0] ?? FIRST_SET).trim();
  if (added !== null)
    return (
      <p role="status">
        {rich('The question is in the golden set {set}. Measure it there, or with {command}', {
          set: (
            <Link to={`/evaluation/${encodeURIComponent(added)}`}>
              <strong>{added}</strong>
            </Link>
          ),
          command: <code>quarry golden run {added}</code>,
        })}
      </p>
    );
  if (!open)
    return (
      <div>
        <Button icon="plus" onClick={() => setOpen(true)}>
          {t('Make it a golden question')}
        </Button>
      </div>
    );
  const add = async (): Promise<void> => {
    await addGoldenQuestion(set, turn, rating === 'up' ? null : answer.trim());
    setAdded(set);
  };
  return (
    <form
      class="stack golden-offer"
      ref={form}
      aria-label={t('Golden question')}
      onSubmit={(event) => {
        event.preventDefault();
        run(add);
      }}
    >
      {rating === 'down' && (
        <Field label={t('The right answer')}>
          {(ids) => (
            <textarea
              {...ids}
              class="input"
              rows={2}
              required
              maxLength={2_000}
              value={answer}
              onInput={(event) => setAnswer(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Field label={t('Golden set')} hint={t('One that exists, or a new name.')}>
        {(ids) => (
          <input
            {...ids}
            class="input"
            list={list}
            required
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,99}"
            value={typed ?? set}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <datalist id={list}>
        {sets.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {problem && <ErrorNote problem={problem} />}
      <div class="row">
        <Button type="submit" disabled={busy}>
          {t('Add the question')}
        </Button>
      </div>
    </form>
  );
}
