import { scanXml } from '../xml/scan-xml';
import type { Package } from './package';
import { isUseless } from './package-title';

/** The title in the properties of an OpenDocument file. */
export function odfTitle(office: Package): string | undefined {
  const meta = office.part('meta.xml');
  let title = '';
  let within = false;
  if (meta)
    scanXml(meta, {
      open(name) {
        if (name === 'title') within = true;
      },
      text(value) {
        if (within) title += value;
      },
      close(name) {
        if (name === 'title') within = false;
      },
    });
  const plain = title.replace(/\s+/g, ' ').trim();
  return isUseless(plain) ? undefined : plain;
}
