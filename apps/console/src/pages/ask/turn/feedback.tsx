import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../../api/call';
import { useLoad } from '../../../api/use-load';
import { Button } from '../../../components/button';
import { announce } from '../announcer';

type Rating = 'up' | 'down';

interface FeedbackList {
  readonly feedback: readonly {
    readonly mine: boolean;
    readonly rating: Rating;
    readonly citation: number | null;
    readonly claim: number | null;
  }[];
}

/** The rating of an answer, which can be changed. */
export function Feedback({ turn }: { readonly turn: string }): JSX.Element | null {
  const path = `/v1/turns/${encodeURIComponent(turn)}/feedback`;
  const { data } = useLoad((signal) => call<FeedbackList>('GET', path, { signal }), [path]);
  const [given, setGiven] = useState<Rating | null>(null);
  // Without a feedback store, there are no buttons.
  if (!data) return null;
  const mine = data.feedback.find((each) => each.mine && each.citation === null && each.claim === null);
  const rating = given ?? mine?.rating ?? null;
  const give = (next: Rating): void => {
    call('POST', path, { body: { rating: next } }).then(
      () => {
        setGiven(next);
        announce('Thank you for your feedback.');
      },
      () => announce('Your feedback could not be saved.'),
    );
  };
  return (
    <div class="feedback" role="group" aria-label="Did this answer help?">
      <Button look="quiet" icon="up" label="It helped" pressed={rating === 'up'} onClick={() => give('up')} />
      <Button
        look="quiet"
        icon="down"
        label="It did not help"
        pressed={rating === 'down'}
        onClick={() => give('down')}
      />
    </div>
  );
}
