import { scanXml } from '../../xml/scan-xml';
import { unescaped } from './unescaped';

/** The texts that cells refer to by their number. Pronunciations of East Asian texts are left out. */
export function sharedStrings(part: Uint8Array | undefined): readonly string[] {
  const strings: string[] = [];
  if (!part) return strings;
  let text = '';
  let within = false;
  let aside = 0;
  scanXml(part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') aside++;
      else if (name === 't') within = aside === 0;
    },
    text(value) {
      if (within) text += value;
    },
    close(name) {
      if (name === 't') within = false;
      else if (name === 'rPh') aside--;
      else if (name === 'si') strings.push(unescaped(text));
    },
  });
  return strings;
}
