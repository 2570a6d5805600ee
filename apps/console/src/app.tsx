import type { JSX } from 'preact';
import { access } from './api/key';
import { returning } from './api/returning';
import { EmptyState } from './components/empty-state';
import { Page } from './components/page';
import { Spinner } from './components/spinner';
import { ROUTES } from './routes';
import { matchPath, usePlace } from './shell/router';
import { Shell } from './shell/shell';
import { SignIn } from './shell/sign-in';
import { useStore } from './store';
import { t } from './language/messages';

/** The whole console: the sign-in page if the gateway requires a key, otherwise the frame with the current page. */
export function App(): JSX.Element {
  const { key, wanted, held } = useStore(access);
  const { path, query } = usePlace();
  const { pending } = useStore(returning);
  if (pending)
    return (
      <main class="sign-in">
        <h1 class="visually-hidden">{t('Sign in')}</h1>
        <Spinner label={t('Signing in …')} />
      </main>
    );
  if (wanted && !held) return <SignIn refused={key !== null} />;
  for (const { pattern, page: Found } of ROUTES) {
    const params = matchPath(pattern, path);
    if (params)
      return (
        <Shell path={path}>
          <Found params={params} query={query} />
        </Shell>
      );
  }
  return (
    <Shell path={path}>
      <Page title={t('Not found')}>
        <EmptyState title={t('There is no such page')}>
          <p>{t('Use the navigation to find all pages.')}</p>
        </EmptyState>
      </Page>
    </Shell>
  );
}
