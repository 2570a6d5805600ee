import type { LineLayout } from '@quarry/search-index';
import type { Box } from '@quarry/turn';
import type { DocumentLine } from '../../document';
import { pictureText } from '../../remarks/left-out';
import { rowText } from '../../tables/cell-text';
import type { DoclingBox, DoclingDocument, DoclingItem } from './docling-document';

/** A reference that leads deeper is a cycle or a mistake. */
const MAX_DEPTH = 100;
const REPEATED = new Set(['page_header', 'page_footer']);

/** The lines of a DoclingDocument in reading order, with pages and boxes, and the number of pictures without a text. */
export function doclingLines(document: DoclingDocument): {
  readonly lines: DocumentLine[];
  readonly pictures: number;
} {
  const reader = new DoclingReader(document);
  for (const { $ref } of document.body.children) reader.add($ref, 0);
  return reader;
}

class DoclingReader {
  readonly lines: DocumentLine[] = [];
  pictures = 0;
  private readonly seen = new Set<string>();

  constructor(private readonly document: DoclingDocument) {}

  /** Adds an item by its reference, such as `#/texts/3`, and what is below it; each item once. */
  add(reference: string, depth: number): void {
    const [, list, index] = /^#\/(texts|groups|tables|pictures)\/(\d{1,9})$/.exec(reference) ?? [];
    if (list === undefined || depth > MAX_DEPTH || this.seen.has(reference)) return;
    this.seen.add(reference);
    const { texts, groups, tables, pictures } = this.document;
    const at = Number(index);
    const lists: Readonly<
      Record<string, readonly { readonly children: readonly { readonly $ref: string }[] }[]>
    > = {
      ...{ texts, groups, tables, pictures },
    };
    const children = lists[list]?.[at]?.children ?? [];
    if (list === 'texts') this.addText(texts[at]);
    else if (list === 'tables') this.addTable(tables[at], depth);
    else if (list === 'pictures') this.addPicture(pictures[at]);
    for (const { $ref } of children) this.add($ref, depth + 1);
  }

  private addText(text: DoclingDocument['texts'][number] | undefined): void {
    if (!text || REPEATED.has(text.label) || text.content_layer === 'furniture') return;
    const layout = this.layoutOf(text);
    const plain = text.text.replace(/\s+/g, ' ').trim();
    if (plain === '') return;
    if (text.label === 'title' || text.label === 'section_header')
      this.lines.push({
        text: plain,
        kind: 'heading',
        level: text.label === 'title' ? 1 : 1 + (text.level ?? 1),
        layout,
      });
    else {
      const marker =
        text.label === 'list_item' ? `${text.marker?.trim() === '' ? '-' : (text.marker ?? '-')} ` : '';
      this.lines.push({ text: marker + plain, kind: 'text', layout });
    }
  }

  private addTable(table: DoclingDocument['tables'][number] | undefined, depth: number): void {
    if (!table) return;
    for (const { $ref } of table.captions) this.add($ref, depth + 1);
    const layout = this.layoutOf(table);
    const columns = Array.from(
      { length: Math.max(0, ...table.data.grid.map((row) => row.length)) },
      (_, i) => i,
    );
    let inHead = true;
    table.data.grid.forEach((row, y) => {
      inHead &&= row.some(({ column_header: head }) => head === true);
      // A cell over several rows or columns is in the grid at each; only a head names each of its columns.
      const cells = row.flatMap((cell, column) => {
        const isFirst =
          (cell.start_row_offset_idx ?? y) === y &&
          (inHead || (cell.start_col_offset_idx ?? column) === column);
        return isFirst ? [{ text: cell.text, column }] : [];
      });
      const { text } = rowText(cells, columns);
      if (/[\p{L}\p{N}]/u.test(text))
        this.lines.push({ text, kind: 'row', ...(inHead && { head: true }), layout });
    });
  }

  private addPicture(picture: DoclingDocument['pictures'][number] | undefined): void {
    if (!picture) return;
    const captions = picture.captions.flatMap(({ $ref }) => {
      const index = /^#\/texts\/(\d{1,9})$/.exec($ref)?.[1];
      this.seen.add($ref);
      return index === undefined ? [] : (this.document.texts[Number(index)]?.text ?? []);
    });
    const described = [
      ...captions,
      ...picture.annotations.flatMap(({ kind, text }) => (kind === 'description' && text ? [text] : [])),
    ];
    const text = described.join(' ').replace(/\s+/g, ' ').trim();
    if (text === '') this.pictures++;
    else this.lines.push({ text: pictureText(text), kind: 'text', layout: this.layoutOf(picture) });
  }

  private layoutOf({ prov: [place] }: DoclingItem): LineLayout {
    if (!place) return {};
    const height = this.document.pages[String(place.page_no)]?.size?.height;
    const box = place.bbox && boxOf(place.bbox, height);
    return { page: place.page_no, ...(box && { box }) };
  }
}

/** From the top left corner, as everywhere in Quarry; undefined if the height of the page is needed and unknown. */
function boxOf(
  { l, t, r, b, coord_origin: origin }: DoclingBox,
  height: number | undefined,
): Box | undefined {
  if (origin === 'TOPLEFT') return [l, Math.min(t, b), r, Math.max(t, b)];
  return height === undefined ? undefined : [l, height - Math.max(t, b), r, height - Math.min(t, b)];
}
