import type { AnchorHTMLAttributes, ComponentChildren, JSX } from 'preact';
import { Store, useStore } from '../store';

/** The current address. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const place = new Store<Place>(here());

window.addEventListener('popstate', () => {
  place.set(here());
});

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

export function usePlace(): Place {
  return useStore(place);
}

/** Navigates to an address of the console, e.g. `/turns/t1`; `replace` adds no history entry. */
export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  if (options.replace === true) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  place.set(here());
  if (options.replace !== true) window.scrollTo(0, 0);
}

/** The parameters of a path by a pattern, e.g. `/turns/:id`; null if it does not match. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decoded(value);
    else if (part !== value) return null;
  }
  return params;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type LinkProps = Omit<AnchorHTMLAttributes, 'href' | 'onClick' | 'role'> & {
  readonly to: string;
  readonly children: ComponentChildren;
};

/** A link within the console: a real link for new tabs and for copying, but followed without reloading the page. */
export function Link({ to, children, ...rest }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
