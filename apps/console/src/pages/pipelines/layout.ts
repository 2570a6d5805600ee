import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from '@dagrejs/dagre';

/** The properties of a step that a drawing needs. */
export interface DrawnStep {
  readonly id: string;
  readonly service: string;
  readonly action: string;
  readonly on: Readonly<Record<string, string>>;
  readonly end: boolean;
  readonly guard: boolean;
}

export interface Box<Step extends DrawnStep> {
  readonly step: Step;
  /** Upper left corner and size, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Way {
  readonly from: string;
  readonly to: string;
  /** Outcomes with this transition, one per line. */
  readonly outcomes: readonly string[];
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Middle of its label. */
  readonly label: { readonly x: number; readonly y: number };
}

export interface Drawing<Step extends DrawnStep> {
  readonly width: number;
  readonly height: number;
  /** In the order in which a turn can reach them. */
  readonly boxes: readonly Box<Step>[];
  readonly ways: readonly Way[];
}

/** Width of a character in pixels: in the larger text of a box, in a label, and in the lines of a box. */
const CHARACTER = 7.4;
const LABEL_CHARACTER = 6.4;
export const LABEL_LINE = 14;
const BOX_HEIGHT = 50;
const MARGIN = 12;

/** The layout of a pipeline, from the entry downwards. */
export function layOut<Step extends DrawnStep>(entry: string, steps: readonly Step[]): Drawing<Step> {
  const ordered = inOrder(entry, steps);
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>();
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 34, edgesep: 14, marginx: MARGIN, marginy: MARGIN });
  for (const step of ordered) graph.setNode(step.id, { width: boxWidth(step), height: BOX_HEIGHT });
  const ways = ordered.flatMap((step) =>
    [...byTarget(step)].map(([to, outcomes]) => ({ from: step.id, to, outcomes })),
  );
  for (const { from, to, outcomes } of ways)
    graph.setEdge(from, to, {
      width: 10 + LABEL_CHARACTER * Math.max(...outcomes.map(({ length }) => length)),
      height: 4 + LABEL_LINE * outcomes.length,
      labelpos: 'c',
    });
  layout(graph);
  const boxes = ordered.map((step) => boxOf(step, graph.node(step.id)));
  const drawn = ways.map((way) => {
    const { points = [], x = 0, y = 0, width = 0 } = graph.edge(way.from, way.to);
    return { way: { ...way, points, label: { x, y } }, left: x - width / 2, right: x + width / 2 };
  });
  // The size of the layout excludes outer arrows and their labels.
  const xs = drawn.flatMap(({ way, left, right }) => [...way.points.map(({ x }) => x), left, right]);
  const shift = MARGIN - Math.min(MARGIN, ...xs);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.max(width, ...xs.map((x) => x + MARGIN)) + shift,
    height,
    boxes: boxes.map((box) => ({ ...box, x: box.x + shift })),
    ways: drawn.map(({ way: { points, label, ...way } }) => ({
      ...way,
      points: points.map(({ x, y }) => ({ x: x + shift, y })),
      label: { ...label, x: label.x + shift },
    })),
  };
}

function boxWidth({ id, service, action }: DrawnStep): number {
  return 48 + CHARACTER * Math.max(id.length, 0.84 * `${service}.${action}`.length);
}

function boxOf<Step extends DrawnStep>(
  step: Step,
  { x = 0, y = 0, width = 0, height = 0 }: NodeLabel,
): Box<Step> {
  return { step, x: x - width / 2, y: y - height / 2, width, height };
}

/** Breadth first from the entry; then unreachable steps. */
function inOrder<Step extends DrawnStep>(entry: string, steps: readonly Step[]): Step[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const ids = new Set([entry]);
  for (const id of ids) for (const to of Object.values(byId.get(id)?.on ?? {})) ids.add(to);
  for (const { id } of steps) ids.add(id);
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}

/** One arrow for all outcomes that lead to the same step. */
function byTarget({ on }: DrawnStep): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const [outcome, to] of Object.entries(on)) targets.set(to, [...(targets.get(to) ?? []), outcome]);
  return targets;
}
