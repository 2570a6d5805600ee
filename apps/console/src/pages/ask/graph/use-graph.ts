import type { TurnDto } from '@quarry/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, type Problem } from '../../../api/problem';
import { expandedBy, graphOfTurn, type Graph } from './graph';
import { lookUp } from './look-up';

/** Number of nodes of the turn whose edges are loaded initially. */
const JOINED = 10;

/**
 * The code graph around the evidence of a turn: starts with the evidence and the neighbours of its first piece, and
 * grows node by node.
 */
export function useGraph(turn: TurnDto): {
  readonly graph: Graph;
  readonly problem: Problem | null;
  readonly loading: boolean;
  readonly expand: (key: string) => void;
} {
  const [graph, setGraph] = useState(() => graphOfTurn(turn));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [loading, setLoading] = useState(true);
  const controller = useRef(new AbortController());

  const load = useCallback(
    async (keys: readonly string[], whole: (key: string) => boolean): Promise<void> => {
      const { signal } = controller.current;
      setLoading(true);
      try {
        const found = await Promise.all(keys.map((key) => lookUp(turn, key, signal)));
        setGraph((before) =>
          found.reduce<Graph>(
            (grown, node) =>
              node ? expandedBy(grown, node, whole(node.key) ? {} : { only: 'known' }) : grown,
            before,
          ),
        );
        setProblem(null);
      } catch (error) {
        if (!signal.aborted) setProblem(asProblem(error));
      } finally {
        if (!signal.aborted) setLoading(false);
      }
    },
    [turn],
  );

  useEffect(() => {
    controller.current = new AbortController();
    const begun = graphOfTurn(turn);
    setGraph(begun);
    const cited = new Set(turn.citations.map(({ n }) => n));
    const nodes = [...begun.nodes.values()].sort(
      (a, b) => Number(cited.has(b.n ?? 0)) - Number(cited.has(a.n ?? 0)),
    );
    const first = nodes[0]?.key;
    void load(
      nodes.slice(0, JOINED).map(({ key }) => key),
      (key) => key === first,
    );
    return () => {
      controller.current.abort();
    };
  }, [turn, load]);

  const expand = useCallback((key: string) => void load([key], () => true), [load]);
  return { graph, problem, loading, expand };
}
