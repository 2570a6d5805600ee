import cytoscape, { type Core, type ElementDefinition } from 'cytoscape';
import type { Graph, GraphNode } from './graph';
import { edgeWord, nodeWord } from '../../../format/graph-words';

export interface Drawn {
  show(graph: Graph): void;
  choose(key: string | null): void;
  /** Enlarges around the middle by a factor; below 1, it shrinks. */
  zoom(by: number): void;
  /** Shows all of it, however small. */
  fit(): void;
  close(): void;
}

/** Distance from the frame, in pixels. */
const PADDING = 12;

/** Enlargement below which names cannot be read: 12 pixels become 10. */
const READABLE = 0.85;

/** Draws into an element that has a size. `onChoose` is called with the key of a clicked node. */
export function drawGraph(place: HTMLElement, onChoose: (key: string) => void): Drawn {
  // The library would insert a style element, which the page's policy refuses. ask.css has its content.
  const own = document.getElementById(STYLE_ID) ?? document.createElement('meta');
  own.id = STYLE_ID;
  document.head.append(own);
  place.classList.add('__________cytoscape_container');
  const core = cytoscape({
    container: place,
    style: styleOf(getComputedStyle(document.documentElement)),
    minZoom: 0.1,
    maxZoom: 2,
  });
  core.on('layoutstop', () => {
    moveApart(core);
    core.fit(undefined, PADDING);
    readable(core);
  });
  core.on('tap', 'node', (event) => onChoose((event.target as { id(): string }).id()));
  return {
    show: (graph) => show(core, graph),
    choose: (key) => {
      core.nodes().removeClass('chosen');
      if (key !== null) core.getElementById(key).addClass('chosen');
    },
    zoom: (by) =>
      core.zoom({ level: core.zoom() * by, renderedPosition: { x: core.width() / 2, y: core.height() / 2 } }),
    fit: () => core.fit(undefined, PADDING),
    close: () => core.destroy(),
  };
}

const STYLE_ID = '__________cytoscape_stylesheet';

/** A graph that fits only in letters too small to read is cut instead, around what was read for the answer. */
function readable(core: Core): void {
  if (core.zoom() >= READABLE) return;
  core.zoom(READABLE);
  const read = core.nodes('.read');
  core.center(read.length > 0 ? read.first().closedNeighborhood() : core.nodes());
}

function show(core: Core, { nodes, edges }: Graph): void {
  // Unconnected nodes would only shrink the rest; the list contains them.
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const known = new Set(core.elements().map((element) => element.id()));
  const elements: ElementDefinition[] = [
    ...[...nodes.values()]
      .filter(({ key }) => joined.has(key))
      .map((node) => ({
        group: 'nodes' as const,
        data: { id: node.key, ...labelOf(node) },
        classes: node.n === null ? '' : 'read',
      })),
    ...edges.map(({ from, to, kind }) => ({
      group: 'edges' as const,
      data: {
        id: `${from} ${kind} ${to}`,
        source: from,
        target: to,
        label: edgeWord(kind),
      },
    })),
  ];
  const fresh = elements.filter(({ data }) => !known.has(String(data.id)));
  if (fresh.length === 0) return;
  core.add(fresh);
  core
    .layout({
      name: 'cose',
      // At once: frames of an animation would come after the drawing was closed.
      animate: false,
      randomize: known.size === 0,
      idealEdgeLength: () => 60,
      nodeRepulsion: () => 6_000,
      componentSpacing: 30,
      nodeDimensionsIncludeLabels: true,
      padding: PADDING,
    })
    .run();
}

/** Room between two boxes, and rounds after which boxes may still overlap, in a graph that is too dense. */
const GAP = 14;
const ROUNDS = 80;

/** Moves boxes that overlap apart, along the shorter way. */
function moveApart(core: Core): void {
  const boxes = core.nodes().map((node) => ({
    node,
    ...node.position(),
    width: node.outerWidth() + GAP,
    height: node.outerHeight() + GAP,
  }));
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        const [dx, dy] = [other.x - one.x, other.y - one.y];
        const across = (one.width + other.width) / 2 - Math.abs(dx);
        const down = (one.height + other.height) / 2 - Math.abs(dy);
        if (across <= 0 || down <= 0) continue;
        moved = true;
        const [axis, by] = across < down ? (['x', across] as const) : (['y', down] as const);
        const half = ((axis === 'x' ? dx : dy) < 0 ? -by : by) / 2;
        one[axis] -= half;
        other[axis] += half;
      }
    if (!moved) break;
  }
  for (const { node, x, y } of boxes) node.position({ x, y });
}

/** Letters of the labels, in pixels; lines are higher. */
const FONT_SIZE = 12;
const LINE_HEIGHT = 15;

function labelOf({ name, kind }: GraphNode): {
  readonly label: string;
  readonly width: number;
  readonly height: number;
} {
  const lines = [name, nodeWord(kind)];
  const widths = lines.map((line) => widthOf(line));
  return { label: lines.join('\n'), width: Math.max(...widths), height: lines.length * LINE_HEIGHT };
}

/** The width of a line of a label, in pixels. */
function widthOf(line: string): number {
  const pen = (canvas ??= document.createElement('canvas')).getContext('2d');
  if (!pen) return line.length * FONT_SIZE;
  pen.font = `${FONT_SIZE}px ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`;
  return Math.ceil(pen.measureText(line).width);
}

let canvas: HTMLCanvasElement | undefined;

function styleOf(tokens: CSSStyleDeclaration): cytoscape.StylesheetJson {
  const token = (name: string): string => tokens.getPropertyValue(`--${name}`).trim();
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)',
        'text-wrap': 'wrap',
        'text-valign': 'center',
        'text-halign': 'center',
        'font-size': FONT_SIZE,
        'font-family': token('font'),
        color: token('text'),
        shape: 'round-rectangle',
        width: 'data(width)',
        height: 'data(height)',
        padding: '8px',
        'background-color': token('surface'),
        'border-width': 1,
        'border-color': token('line-strong'),
      },
    },
    {
      selector: 'node.read',
      style: { 'background-color': token('accent-soft'), 'border-color': token('accent') },
    },
    { selector: 'node.chosen', style: { 'border-width': 3, 'border-color': token('focus') } },
    {
      selector: 'edge',
      style: {
        label: 'data(label)',
        'font-size': 10,
        color: token('text-2'),
        'text-background-color': token('surface'),
        'text-background-opacity': 1,
        'text-background-padding': '2px',
        width: 1.2,
        'line-color': token('line-strong'),
        'target-arrow-color': token('line-strong'),
        'target-arrow-shape': 'triangle',
        'arrow-scale': 0.8,
        'curve-style': 'bezier',
      },
    },
  ];
}
