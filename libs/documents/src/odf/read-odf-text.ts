import { scanXml } from '../xml/scan-xml';
import { OdfHtml } from './odf-html';

/** Reads the body of an OpenDocument text. */
export function readOdfText(content: Uint8Array): OdfHtml {
  const reader = new OdfHtml();
  let inBody = false;
  scanXml(content, {
    open(name, attributes) {
      if (name === 'body') inBody = true;
      else if (inBody) reader.open(name, attributes);
    },
    text(value) {
      if (inBody) reader.text(value);
    },
    close(name) {
      if (name === 'body') inBody = false;
      else if (inBody) reader.close(name);
    },
  });
  return reader;
}

/** Whether the pages of a text have headers or footers with text. */
export function hasHeaders(styles: Uint8Array): boolean {
  let depth = 0;
  let found = false;
  scanXml(styles, {
    open(name) {
      if (depth > 0 || /^(?:header|footer)(?:-left|-first)?$/.test(name)) depth++;
    },
    text(value) {
      if (depth > 0 && /\p{L}/u.test(value)) found = true;
    },
    close() {
      if (depth > 0) depth--;
    },
  });
  return found;
}
