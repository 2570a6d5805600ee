import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

/** The frame of a page: its title (also of the tab), a one-sentence description, and its actions. */
export function Page(props: {
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { title, about, actions, children } = props;
  useTitle(title);
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {about !== undefined && <p>{about}</p>}
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Sets the tab's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Quarry`;
  }, [title]);
}
