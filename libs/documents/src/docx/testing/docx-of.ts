/** The parts of a Word file with the given WordprocessingML as its body. */
export function docxParts(body: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const style = (id: string, name: string): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  return {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relationships(['officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relationships(
      ['styles', 'styles.xml'],
      ['footnotes', 'footnotes.xml'],
      ['numbering', 'numbering.xml'],
    ),
    'word/styles.xml': part(
      'styles',
      style('T', 'Title') + style('H1', 'heading 1') + style('Kop2', 'heading 2') + style('N', 'Normal'),
    ),
    'word/numbering.xml': part(
      'numbering',
      `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
    ),
    'word/footnotes.xml': part(
      'footnotes',
      `<w:footnote w:id="2"><w:p><w:r><w:t>Before tax.</w:t></w:r></w:p></w:footnote>`,
    ),
    'word/document.xml': part('document', `<w:body>${body}</w:body>`),
    ...more,
  };
}

/** A paragraph, with a style if one is given. */
export function paragraph(text: string, style = '', inside = ''): string {
  const named = style === '' ? '' : `<w:pStyle w:val="${style}"/>`;
  return `<w:p><w:pPr>${named}${inside}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** A table of the given cells; a cell may span columns: `2:text`. */
export function table(...rows: readonly (readonly string[])[]): string {
  const cell = (content: string): string => {
    const [, span, text] = /^(?:(\d):)?(.*)$/.exec(content) ?? [];
    const width = span === undefined ? '' : `<w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>`;
    return `<w:tc>${width}${paragraph(text ?? '')}</w:tc>`;
  };
  return `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}

function part(name: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:${name}>`;
}

function relationships(...targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], i) =>
      `<Relationship Id="r${i}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
  );
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}
