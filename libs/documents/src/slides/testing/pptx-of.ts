import { relationship, relationships } from '../../spreadsheet/testing/xlsx-of';

const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a PowerPoint file with these slides, each the content of its `p:spTree`, for `zipOf`. */
export function pptxParts(
  slides: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  // Relationships are not in the order of the slides, and ids have numbers that look like those of slides.
  const ids = slides.map((_, i) => `<p:sldId r:id="rId${i + 1}" id="${256 + i}"/>`);
  return {
    '_rels/.rels': relationships(relationship('r', 'officeDocument', 'ppt/presentation.xml')),
    'ppt/presentation.xml': `<p:presentation xmlns:p="${P}" xmlns:r="${R}"><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      ...slides.map((_, i) => relationship(`rId${i + 1}`, 'slide', `slides/slide${i + 1}.xml`)).reverse(),
    ),
    ...Object.fromEntries(slides.map((content, i) => [`ppt/slides/slide${i + 1}.xml`, slidePart(content)])),
    ...more,
  };
}

/** The part of a slide. */
export function slidePart(content: string): string {
  return `<p:sld xmlns:p="${P}" xmlns:a="${A}" xmlns:r="${R}" xmlns:mc="x"><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`;
}

/** A shape with paragraphs; in a placeholder if its type is given. */
export function shape(placeholder: string | null, ...paragraphs: readonly string[]): string {
  const nv = placeholder === null ? '' : `<p:nvPr><p:ph type="${placeholder}"/></p:nvPr>`;
  const all = paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`);
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="s"/>${nv}</p:nvSpPr><p:txBody>${all.join('')}</p:txBody></p:sp>`;
}
