import type { CallerDto } from '@quarry/client';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useCaller } from '../api/caller';
import { access, signOut } from '../api/key';
import { Button } from '../components/button';
import { useScrollHint } from '../components/scroll-hint';
import { Icon } from '../components/icon';
import { roleWord } from '../format/names';
import mark from '../mark.svg';
import { useStore } from '../store';
import { LanguageChoice } from './language-choice';
import { Keys } from './keys/keys';
import { PAGES } from './pages';
import { Link } from './router';
import { ThemeSwitch } from './theme-switch';
import { t } from '../language/messages';

/** The frame of every page: navigation, colours, and signing out. */
export function Shell(props: { readonly path: string; readonly children: ComponentChildren }): JSX.Element {
  const { path, children } = props;
  const { key } = useStore(access);
  const caller = useCaller();
  const main = useRef<HTMLElement>(null);
  const pages = useRef<HTMLUListElement>(null);
  useScrollHint(pages);
  useFocusOnNewPage(path, main);
  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        {t('Skip to the page')}
      </a>
      <header class="side">
        <Link to="/ask" class="brand">
          <img src={mark} alt="" />
          Quarry
        </Link>
        <nav class="nav" aria-label={t('Pages')}>
          <ul ref={pages}>
            {PAGES.filter(({ needs }) => needs === undefined || needs === caller?.role).map(
              ({ to, title, icon }) => (
                <li key={to}>
                  <Link to={to} aria-current={isUnder(path, to) ? 'page' : undefined}>
                    <Icon name={icon} />
                    {title}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </nav>
        <div class="side-extra" id="side-extra" />
        <div class="side-foot">
          <ThemeSwitch />
          <LanguageChoice />
          {key !== null && caller !== null && <WhoAmI caller={caller} />}
          {key !== null && (
            <Button look="quiet" icon="sign-out" onClick={signOut}>
              {t('Sign out')}
            </Button>
          )}
        </div>
      </header>
      <main class="main" id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Keys />
    </div>
  );
}

/** The name of the user or key, with its tenant and role. */
function WhoAmI({ caller: { name, tenant, role } }: { readonly caller: CallerDto }): JSX.Element {
  return (
    <p
      class="who small"
      title={t('{name}, tenant {tenant}, role {role}', {
        name: name ?? t('Unnamed key'),
        tenant,
        role: roleWord(role),
      })}
    >
      <span class="visually-hidden">{t('Signed in as')} </span>
      {name !== null && <strong>{name}</strong>}
      <span class="muted">
        {tenant} · {roleWord(role)}
      </span>
    </p>
  );
}

function isUnder(path: string, to: string): boolean {
  // A turn is a conversation that can continue; its trace is not.
  if (path === '/' || /^\/turns\/t\w+$/.test(path)) return to === '/ask';
  return path === to || path.startsWith(`${to}/`);
}

/** Moves the focus of keyboard and screen readers to the new page. */
function useFocusOnNewPage(path: string, main: { readonly current: HTMLElement | null }): void {
  const section = path.split('/')[1] ?? '';
  const before = useRef(section);
  useLayoutEffect(() => {
    if (before.current === section) return;
    before.current = section;
    main.current?.focus();
  }, [section]);
}
