import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api';
import type { OutlineEntry } from '../document';

type Nodes = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/** Limits of depth and number, which also stop cyclic outlines. */
const DEEPEST = 32;
const MOST = 10_000;

/** The bookmarks that point to a page of this document, in order. Unreadable ones are left out. */
export async function outlineOf(pdf: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const nodes: Nodes | null = await pdf.getOutline().catch(() => null);
  const flat: { title: string; level: number; dest: Nodes[number]['dest'] }[] = [];
  const walk = (list: Nodes, level: number): void => {
    for (const node of list) {
      if (flat.length >= MOST) return;
      flat.push({ title: node.title, level, dest: node.dest });
      if (level < DEEPEST && Array.isArray(node.items)) walk(node.items as Nodes, level + 1);
    }
  };
  walk(nodes ?? [], 1);
  const entries: OutlineEntry[] = [];
  for (const { title, level, dest } of flat) {
    const text = title.replace(/\s+/g, ' ').trim();
    const place = text === '' ? null : await placeOf(pdf, dest).catch(() => null);
    if (place) entries.push({ title: text, level, ...place });
  }
  return entries;
}

async function placeOf(
  pdf: PDFDocumentProxy,
  dest: Nodes[number]['dest'],
): Promise<{ page: number; top?: number } | null> {
  const explicit: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  if (!Array.isArray(explicit)) return null;
  const [target, mode, ...numbers] = explicit as readonly unknown[];
  const page =
    typeof target === 'number' ? target + 1 : isRef(target) ? (await pdf.getPageIndex(target)) + 1 : 0;
  if (!Number.isInteger(page) || page < 1 || page > pdf.numPages) return null;
  const y = heightIn(nameOf(mode), numbers);
  if (y === null) return { page };
  const shown = await pdf.getPage(page);
  const [, top] = shown.getViewport({ scale: 1 }).convertToViewportPoint(0, y) as [number, number];
  return Number.isFinite(top) ? { page, top: Math.max(0, top) } : { page };
}

/** Height of the target above the bottom of the page, in page coordinates. */
function heightIn(mode: string, numbers: readonly unknown[]): number | null {
  const at = { XYZ: 1, FitH: 0, FitBH: 0, FitR: 3 }[mode];
  const y = at === undefined ? null : numbers[at];
  return typeof y === 'number' ? y : null;
}

function nameOf(mode: unknown): string {
  return typeof mode === 'object' && mode !== null && 'name' in mode ? String(mode.name) : '';
}

function isRef(target: unknown): target is { num: number; gen: number } {
  return typeof target === 'object' && target !== null && 'num' in target && 'gen' in target;
}
