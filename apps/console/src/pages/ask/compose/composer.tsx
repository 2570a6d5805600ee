import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { quarry } from '../../../api/client';
import { draftOf, keepDraft } from '../../../api/drafts';
import { asProblem, type Problem } from '../../../api/problem';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { useIdle } from './use-idle';
import { keepChoices, keptChoices, type Choices } from './choices';
import { ChoiceFields } from './choice-fields';
import { t } from '../../../language/messages';

interface ComposerProps {
  /** Session to continue; null starts a new one. */
  readonly session: string | null;
  readonly onAsked: (turnId: string) => void;
  readonly autofocus?: boolean;
}

/** The input for questions. Enter asks, Shift+Enter starts a new line. */
export function Composer({ session, onAsked, autofocus = false }: ComposerProps): JSX.Element {
  const [choices, setChoices] = useState<Choices>(keptChoices);
  const [question, setQuestion] = useState(() => draftOf(session));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [idle, setIdle] = useIdle(form);

  const type = (text: string): void => {
    setQuestion(text);
    keepDraft(session, text);
  };

  const ask = async (): Promise<void> => {
    if (busy || question.trim() === '') return;
    setBusy(true);
    setProblem(null);
    try {
      const { pipeline, repositories, depth } = choices;
      const accepted = await quarry().start(question.trim(), {
        pipeline,
        depth,
        ...(repositories.length === 0 ? {} : { repository: [...repositories] }),
        ...(session === null ? {} : { session }),
      });
      type('');
      setIdle(true);
      onAsked(accepted.id);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };

  const choose = (next: Choices): void => {
    setChoices(next);
    keepChoices(next);
  };

  return (
    <form
      class={idle && session !== null ? 'composer idle' : 'composer'}
      ref={form}
      onFocusIn={() => setIdle(false)}
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      {problem && <ErrorNote problem={problem} />}
      <label class="visually-hidden" for={id}>
        {session === null ? t('Question') : t('Follow-up question')}
      </label>
      <textarea
        id={id}
        ref={box}
        rows={session === null ? 3 : 1}
        placeholder={session === null ? t('Ask about the code or the documents …') : t('Ask a follow-up …')}
        value={question}
        autofocus={autofocus}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing || (event.shiftKey && !event.ctrlKey)) return;
          event.preventDefault();
          void ask();
        }}
      />
      <div class="composer-foot">
        <ChoiceFields choices={choices} onChange={choose} />
        <Button look="primary" type="submit" icon="send" disabled={busy || question.trim() === ''}>
          <span class="send-word">{busy ? t('Sending …') : t('Ask')}</span>
        </Button>
      </div>
    </form>
  );
}
