import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { quarry } from '../../api/client';
import { Button } from '../../components/button';
import { useTitle } from '../../components/page';
import { navigate } from '../../shell/router';
import { OpenConversation } from '../conversations/open-conversation';
import { Composer } from './compose/composer';
import { TurnView } from './turn/turn-view';
import { t } from '../../language/messages';

/** Number of previous turns that are shown initially. */
const SHOWN = 3;

interface ThreadProps {
  readonly id: string;
  readonly onOpen: (turn: TurnDto, n: number) => void;
  readonly onGraph: (turn: TurnDto) => void;
}

/** The conversation up to the turn in the address, and the input for a follow-up. */
export function Thread({ id, onOpen, onGraph }: ThreadProps): JSX.Element {
  const [current, setCurrent] = useState<TurnDto | null>(null);
  const [before, setBefore] = useState<readonly string[]>([]);
  const [all, setAll] = useState(false);
  const session = current?.id === id ? current.session : null;
  // A conversation is stored when its first turn has ended.
  const stored = (current && current.outcome !== null) || before.length > 0 ? session : null;
  useTitle(current?.id === id ? current.question.original : t('Answer'));

  useEffect(() => {
    setCurrent((known) => (known?.id === id ? known : null));
  }, [id]);
  useEffect(() => {
    if (session === null) return;
    const controller = new AbortController();
    quarry()
      .session(session, { signal: controller.signal })
      .then(({ turns }) => {
        const ids = turns.map((turn) => turn.id);
        const at = ids.indexOf(id);
        setBefore(at < 0 ? ids.filter((each) => each !== id) : ids.slice(0, at));
      })
      // A session in which all turns failed or were cancelled is not remembered: it has no previous turns.
      .catch(() => {
        if (!controller.signal.aborted) setBefore([]);
      });
    return () => {
      controller.abort();
    };
  }, [session, id]);

  const shown = all ? before : before.slice(-SHOWN);
  return (
    <div class="thread">
      <h1 class="visually-hidden">{t('Conversation')}</h1>
      {stored !== null && <OpenConversation key={`${stored} ${before.length}`} session={stored} />}
      {shown.length < before.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {t('Show {count} earlier', { count: before.length - shown.length })}
        </Button>
      )}
      {shown.map((each) => (
        <TurnView key={each} id={each} current={false} onOpen={onOpen} onGraph={onGraph} />
      ))}
      <TurnView key={id} id={id} current onOpen={onOpen} onGraph={onGraph} onLoaded={setCurrent} />
      {session !== null && (
        <div class="follow-up">
          <Composer key={session} session={session} onAsked={(turn) => navigate(`/turns/${turn}`)} />
        </div>
      )}
    </div>
  );
}
