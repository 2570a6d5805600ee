import { scanXml } from '../../xml/scan-xml';

/** The format in which a cell shows its number. */
export type NumberFormat =
  | { readonly kind: 'number'; readonly before: string; readonly after: string }
  | { readonly kind: 'percent' | 'date' | 'time' | 'datetime' };

const PLAIN: NumberFormat = { kind: 'number', before: '', after: '' };
/** Formats that a file need not describe (ECMA-376, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 5: '$#,##0', 6: '$#,##0', 7: '$#,##0.00', 8: '$#,##0.00', 9: '0%', 10: '0.00%', 14: 'yyyy-mm-dd' },
  ...{ 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm', 19: 'h:mm:ss', 20: 'h:mm', 21: 'h:mm:ss' },
  ...{ 22: 'm/d/yy h:mm', 42: '$#,##0', 44: '$#,##0.00', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0' },
};

/** The number format of each cell style, by its number. */
export function numberFormats(styles: Uint8Array | undefined): readonly NumberFormat[] {
  const formats: NumberFormat[] = [];
  if (!styles) return formats;
  const codes = new Map(Object.entries(BUILT_IN).map(([id, code]) => [Number(id), code]));
  let within = false;
  scanXml(styles, {
    open(name, attributes) {
      if (name === 'numFmt')
        codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
      else if (name === 'cellXfs') within = true;
      else if (name === 'xf' && within)
        formats.push(formatOfCode(codes.get(Number(attributes.get('numFmtId'))) ?? ''));
    },
    close(name) {
      if (name === 'cellXfs') within = false;
    },
  });
  return formats;
}

/** Reads a format such as `#,##0.00 "kg"`, `[$€-407] #,##0` or `dd/mm/yyyy`. */
function formatOfCode(code: string): NumberFormat {
  const [first = ''] = code.split(';');
  const shown = first.replace(/"[^"]{0,100}"|\\.|_.|\*./g, ' ').replace(/\[[^\]]{0,40}\]/g, ' ');
  const isDate = /[yd]|mmm/i.test(shown.replace(/general/gi, ''));
  const isTime = /[hs]/i.test(shown) || /\[[hms]+\]/i.test(first);
  if (isDate || isTime) return { kind: isDate && isTime ? 'datetime' : isDate ? 'date' : 'time' };
  if (shown.includes('%')) return { kind: 'percent' };
  const sign = /\[\$([^\]-]{1,5})/.exec(first)?.[1] ?? /[$€£¥]/.exec(first)?.[0];
  if (sign === undefined) return PLAIN;
  const before = first.indexOf(sign) < Math.max(first.search(/[0#?]/), 0);
  return { kind: 'number', before: before ? sign : '', after: before ? '' : ` ${sign}` };
}
