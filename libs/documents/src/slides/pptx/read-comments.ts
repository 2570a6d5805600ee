import { scanXml } from '../../xml/scan-xml';

/** The texts of the comments on a slide, of both kinds that PowerPoint writes. */
export function readComments(part: Uint8Array): string[] {
  const comments: string[] = [];
  let text = '';
  let within = false;
  scanXml(part, {
    open(name) {
      if (name === 'cm' || name === 'reply') text = '';
      else if (name === 'text' || name === 't') within = true;
    },
    text(value) {
      if (within) text += value;
    },
    close(name) {
      if (name === 'text' || name === 't') within = false;
      else if (name === 'p') text += ' ';
      else if (name === 'cm' || name === 'reply') {
        const plain = text.replace(/\s+/g, ' ').trim();
        text = '';
        if (plain !== '') comments.push(plain);
      }
    },
  });
  return comments;
}
