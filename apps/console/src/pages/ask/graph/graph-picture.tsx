import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button';
import { useStore } from '../../../store';
import { theme } from '../../../shell/theme';
import type { Drawn } from './draw-graph';
import type { Graph } from './graph';
import { t } from '../../../language/messages';

interface GraphPictureProps {
  readonly graph: Graph;
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}

/** Factor of a press on "Enlarge". */
const STEP = 1.4;

/** The drawing of the graph, for mouse and touch. The list next to it has the same content for all other users. */
export function GraphPicture({ graph, chosen, onChoose }: GraphPictureProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const colours = useStore(theme);
  const choose = useRef(onChoose);
  choose.current = onChoose;

  useEffect(() => {
    let made: Drawn | null = null;
    let gone = false;
    // The library is large: it is fetched when the first graph is opened.
    void import('./draw-graph').then(({ drawGraph }) => {
      if (gone || !place.current) return;
      made = drawGraph(place.current, (key) => choose.current(key));
      setDrawn(made);
    });
    return () => {
      gone = true;
      made?.close();
    };
  }, [colours]);
  useEffect(() => drawn?.show(graph), [drawn, graph]);
  useEffect(() => drawn?.choose(chosen), [drawn, graph, chosen]);

  return (
    <div class="graph-frame">
      <div class="graph-picture" ref={place} aria-hidden="true" />
      <div class="graph-tools" role="group" aria-label={t('Size of the drawing')}>
        <Button icon="plus" label={t('Enlarge')} onClick={() => drawn?.zoom(STEP)} />
        <Button icon="minus" label={t('Shrink')} onClick={() => drawn?.zoom(1 / STEP)} />
        <Button icon="fit" label={t('Show all')} onClick={() => drawn?.fit()} />
      </div>
    </div>
  );
}
