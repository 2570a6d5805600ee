import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly panel: () => ComponentChildren;
}

/** Panels. Only one is visible. Arrow keys, Home and End move between tabs. */
export function Tabs(props: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}): JSX.Element {
  const { label, tabs, chosen, onChoose } = props;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === chosen),
  );

  const move = (event: KeyboardEvent): void => {
    const last = tabs.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const target = tabs[targets[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    onChoose(target.id);
    list.current?.querySelectorAll('button')[tabs.indexOf(target)]?.focus();
  };

  return (
    <div>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ id, title }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            class="tab"
            id={`${base}-${id}`}
            aria-selected={index === at}
            aria-controls={`${base}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${tabs[at]?.id ?? ''}`}
        tabIndex={0}
      >
        {tabs[at]?.panel()}
      </div>
    </div>
  );
}
