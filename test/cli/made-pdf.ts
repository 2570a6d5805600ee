/** A piece of text on a page: points from the left and from the bottom, and the height of its letters. */
export type PrintedText = readonly [x: number, y: number, text: string, size?: number];

/** A PDF of text in Helvetica, made from what stands on each page (ISO 32000-1, section 7.5). */
export function madePdf(pages: readonly (readonly PrintedText[])[]): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_page, at) => `${4 + at * 2} 0 R`).join(' ');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const page of pages) {
    const content = page
      .map(([x, y, text, size = 10]) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`)
      .join('\n');
    const resources = '/Resources << /Font << /F1 3 0 R >> >>';
    const stream = objects.length + 2;
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${stream} 0 R >>`);
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}

/** Rows of a table below each other from a height on, the label at the left, the cells in columns of 90 points. */
export function tableRows(top: number, rows: readonly (readonly string[])[]): readonly PrintedText[] {
  return rows.flatMap((row, line) =>
    row.flatMap((cell, column): PrintedText[] =>
      cell === '' ? [] : [[column === 0 ? 60 : 260 + 90 * column, top - 16 * line, cell]],
    ),
  );
}
