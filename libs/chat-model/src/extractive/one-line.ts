import { escapeMarks } from '@quarry/turn';

/** Quotes untrusted text within a line: one line, bounded, without back-ticks or anything that reads as a citation. */
export function oneLine(text: string, most = 160): string {
  const flat = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll('`', "'")
    .replace(/\[(\d+)\]/g, '($1)')
    .trim();
  return escapeMarks(flat.length > most ? `${flat.slice(0, most - 1)}…` : flat);
}
