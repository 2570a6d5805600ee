import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api';
import { defined, type Box } from '@quarry/turn';
import type { DocumentLine } from '../document';
import { pictureText, usefulDescription } from '../remarks/left-out';

/** Figures of a page beyond these are icons. */
const MOST_FIGURES = 50;
const MAX_DEPTH = 200;

/** A node of a page's structure, as far as it is used. */
interface StructureNode {
  readonly role?: unknown;
  readonly alt?: unknown;
  readonly bbox?: unknown;
  readonly children?: readonly StructureNode[];
}

/**
 * The alternative texts of the figures of a tagged page, as lines. Their boxes are those of the figures, if the tags
 * have them.
 */
export async function figureLines(
  page: PDFPageProxy,
  number: number,
  size: { readonly height: number },
): Promise<DocumentLine[]> {
  const tree = (await page.getStructTree().catch(() => null)) as StructureNode | null;
  if (!tree) return [];
  const lines: DocumentLine[] = [];
  const open: { readonly node: StructureNode; readonly depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = open.pop(); next && lines.length < MOST_FIGURES; next = open.pop()) {
    const { node, depth } = next;
    const text = node.role === 'Figure' && typeof node.alt === 'string' ? usefulDescription(node.alt) : '';
    if (text.length > 2) {
      const layout = { page: number, ...defined({ box: boxOf(node.bbox, size) }) };
      lines.push({ text: pictureText(text), kind: 'text', layout });
    }
    if (depth < MAX_DEPTH)
      for (const child of node.children?.toReversed() ?? []) open.push({ node: child, depth: depth + 1 });
  }
  return lines;
}

/** From the top left corner; undefined if the tag has no box, because a mark of the whole page shows nothing. */
function boxOf(bbox: unknown, { height }: { readonly height: number }): Box | undefined {
  if (!Array.isArray(bbox) || bbox.length !== 4 || !bbox.every(Number.isFinite)) return undefined;
  const [x0, y0, x1, y1] = bbox.map(Number) as [number, number, number, number];
  const box = [
    Math.min(x0, x1),
    height - Math.max(y0, y1),
    Math.max(x0, x1),
    height - Math.min(y0, y1),
  ] as const;
  return box[1] >= 0 && box[3] <= height + 1 ? box : undefined;
}
