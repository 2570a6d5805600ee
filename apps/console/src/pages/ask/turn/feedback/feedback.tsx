import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useCaller } from '../../../../api/caller';
import { useLoad } from '../../../../api/use-load';
import { Button } from '../../../../components/button';
import { announce } from '../../announcer';
import { giveFeedback, listFeedback, type Rating } from './data';
import { GoldenOffer } from './golden-offer';
import { WhyForm } from './why-form';
import { t } from '../../../../language/messages';

/** The rating of an answer, which can be changed; then why, and for maintainers, the offer of a golden question. */
export function Feedback({ turn }: { readonly turn: string }): JSX.Element | null {
  const { data } = useLoad((signal) => listFeedback(turn, signal), [turn]);
  const caller = useCaller();
  const [given, setGiven] = useState<Rating | null>(null);
  const [asks, setAsks] = useState(false);
  const why = useRef<HTMLElement>(null);
  // It opens below the answer, where the field for the next question covers it.
  useEffect(() => why.current?.scrollIntoView({ block: 'nearest' }), [asks, given]);
  // Without a feedback store, there are no buttons.
  if (!data) return null;
  const mine = data.feedback.find((each) => each.mine && each.citation === null && each.claim === null);
  const rating = given ?? mine?.rating ?? null;
  const give = (next: Rating): void => {
    giveFeedback(turn, { rating: next }).then(
      () => {
        setGiven(next);
        setAsks(true);
        announce(t('Thank you for your feedback.'));
      },
      () => announce(t('Your feedback could not be saved.')),
    );
  };
  return (
    <>
      <div class="feedback" role="group" aria-label={t('Did this answer help?')}>
        <Button
          look="quiet"
          icon="up"
          label={t('It helped')}
          pressed={rating === 'up'}
          onClick={() => give('up')}
        />
        <Button
          look="quiet"
          icon="down"
          label={t('It did not help')}
          pressed={rating === 'down'}
          onClick={() => give('down')}
        />
      </div>
      {asks && rating !== null && (
        <section class="feedback-why stack" aria-label={t('Your feedback')} ref={why}>
          <WhyForm key={rating} turn={turn} rating={rating} onClose={() => setAsks(false)} />
          {caller !== null && caller.role !== 'reader' && (
            <GoldenOffer key={rating} turn={turn} rating={rating} />
          )}
        </section>
      )}
    </>
  );
}
