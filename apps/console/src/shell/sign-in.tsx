import type { JSX } from 'preact';
import type { SignInOffersDto } from '@quarry/client';
import { useState } from 'preact/hooks';
import { call } from '../api/call';
import { signIn } from '../api/key';
import { asProblem, problemOf, type Problem } from '../api/problem';
import { returning } from '../api/returning';
import { goToIssuer } from '../api/sign-in';
import { useLoad } from '../api/use-load';
import { Button } from '../components/button';
import { ErrorNote } from '../components/error-note';
import { Field } from '../components/field';
import { useTitle } from '../components/page';
import mark from '../mark.svg';
import { useStore } from '../store';
import { LanguageChoice } from './language-choice';
import { t } from '../language/messages';

/** Offers the sign-in at the issuer, if there is one, and asks for an API key. Verifies a key before it is stored. */
export function SignIn({ refused }: { readonly refused: boolean }): JSX.Element {
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { data: offers } = useLoad((signal) => call<SignInOffersDto>('GET', '/v1/sign-in', { signal }), []);
  const { problem: refusal, ended } = useStore(returning);
  const issuer = offers?.issuer ?? null;
  useTitle(t('Sign in'));

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await tried(key.trim());
      signIn(key.trim(), null);
      returning.set({ pending: false, problem: null });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };

  const leave = (): void => {
    setBusy(true);
    setProblem(null);
    goToIssuer().catch((error: unknown) => {
      setProblem(asProblem(error));
      setBusy(false);
    });
  };

  return (
    <main class="sign-in">
      <form class="card" onSubmit={(event) => void submit(event)}>
        <div class="brand">
          <img src={mark} alt="" />
          Quarry
        </div>
        <div>
          <h1>{t('Sign in')}</h1>
          <p class="muted">
            {ended
              ? t('Your sign-in has ended. Sign in again: a question that you have begun is kept.')
              : refused
                ? issuer === null
                  ? t('The key was rejected. It may be revoked or expired.')
                  : t('Your sign-in or key is no longer valid. It may have expired.')
                : issuer === null
                  ? t('This gateway requires an API key.')
                  : t('Sign in with your account, or with an API key.')}
          </p>
        </div>
        {refusal && <ErrorNote problem={refusal} />}
        {issuer !== null && (
          <Button look="primary" icon="external" disabled={busy} onClick={leave}>
            {t('Sign in with {issuer}', { issuer })}
          </Button>
        )}
        <Field label={t('API key')} hint={t('It is stored only in this tab, and deleted when you close it.')}>
          {(ids) => (
            <input
              {...ids}
              class="input mono"
              type="password"
              autocomplete="off"
              spellcheck={false}
              required
              value={key}
              onInput={(event) => setKey(event.currentTarget.value)}
            />
          )}
        </Field>
        {problem && <ErrorNote problem={problem} />}
        <Button
          look={issuer === null ? 'primary' : 'plain'}
          type="submit"
          icon="key"
          disabled={busy || key.trim() === ''}
        >
          {busy ? t('Signing in …') : issuer === null ? t('Sign in') : t('Sign in with the key')}
        </Button>
      </form>
      <LanguageChoice />
    </main>
  );
}

/** @throws Problem if the gateway refuses the key */
async function tried(key: string): Promise<void> {
  const response = await fetch('/v1/pipelines', {
    headers: { authorization: `Bearer ${key}` },
    credentials: 'omit',
  });
  if (!response.ok) throw await problemOf(response);
}
