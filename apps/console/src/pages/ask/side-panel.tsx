import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { GraphPanel } from './graph/graph-panel';
import { SourcePanel } from './source/source-panel';
import { t } from '../../language/messages';

/** The content of the panel next to the conversation. */
export type Opened =
  | { readonly kind: 'source'; readonly turn: string; readonly n: number }
  | { readonly kind: 'graph'; readonly turn: TurnDto };

interface SidePanelProps {
  readonly opened: Opened;
  readonly onOpen: (opened: Opened) => void;
  readonly onClose: () => void;
}

/** A source or the graph, next to the conversation if there is room, otherwise over it. */
export function SidePanel(props: SidePanelProps): JSX.Element {
  const { opened, onClose } = props;
  const wide = useWide();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = opened.kind === 'source' ? t('Source {n}', { n: opened.n }) : t('Code graph');
  // At once: later, it could take the focus from a field that the user went to meanwhile, and Escape misses the panel.
  useLayoutEffect(() => heading.current?.focus(), [title, wide]);
  if (!wide)
    return (
      <Dialog title={title} wide class="panel-dialog" onClose={onClose}>
        <Content {...props} />
      </Dialog>
    );
  return (
    <aside
      class="panel"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div class="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button look="quiet" icon="close" label={t('Close')} onClick={onClose} />
      </div>
      <div class="panel-body">
        <Content {...props} />
      </div>
    </aside>
  );
}

function Content({ opened, onOpen }: SidePanelProps): JSX.Element {
  if (opened.kind === 'source')
    return <SourcePanel key={`${opened.turn}/${opened.n}`} turn={opened.turn} n={opened.n} />;
  return (
    <GraphPanel turn={opened.turn} onOpen={(n) => onOpen({ kind: 'source', turn: opened.turn.id, n })} />
  );
}

function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia('(min-width: 68rem)').matches);
  useEffect(() => {
    const query = matchMedia('(min-width: 68rem)');
    const changed = (): void => setWide(query.matches);
    query.addEventListener('change', changed);
    return () => {
      query.removeEventListener('change', changed);
    };
  }, []);
  return wide;
}
