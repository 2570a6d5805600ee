import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { signIn } from '../api/key';
import { asProblem, problemOf, type Problem } from '../api/problem';
import { Button } from '../components/button';
import { ErrorNote } from '../components/error-note';
import { Field } from '../components/field';
import { useTitle } from '../components/page';
import mark from '../mark.svg';

/** Asks for the API key that the gateway requires. Verifies it before it is stored. */
export function SignIn({ refused }: { readonly refused: boolean }): JSX.Element {
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useTitle('Sign in');

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await tried(key.trim());
      signIn(key.trim());
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };

  return (
    <main class="sign-in">
      <form class="card" onSubmit={(event) => void submit(event)}>
        <div class="brand">
          <img src={mark} alt="" />
          Quarry
        </div>
        <div>
          <h1>Sign in</h1>
          <p class="muted">
            {refused
              ? 'The key was rejected. It may be revoked or expired.'
              : 'This gateway requires an API key.'}
          </p>
        </div>
        <Field label="API key" hint="It is stored only in this tab, and deleted when you close it.">
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
        <Button look="primary" type="submit" icon="key" disabled={busy || key.trim() === ''}>
          {busy ? 'Signing in …' : 'Sign in'}
        </Button>
      </form>
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
