import { defined } from '@quarry/turn';
import { isWebAddress } from '../urls/web-address';

/** A named part of a document. */
export interface Section {
  readonly title?: string;
  /** Offsets into {@link SourceDocument.text}, the end excluded. */
  readonly start: number;
  readonly end: number;
}

/**
 * A document of a corpus (004, "Document Schema"), without fields that chunks do not store, such as timestamp and
 * metadata.
 */
export interface SourceDocument {
  readonly id: string;
  readonly title?: string;
  /** The document's text, followed by the text of its sections that it does not contain, each after a blank line. */
  readonly text: string;
  readonly url?: string;
  /** In order, without overlaps; they need not cover the text. */
  readonly sections: readonly Section[];
}

/** The parsed content of a corpus line. */
export type ParsedLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'document'; readonly document: SourceDocument; readonly remark?: string }
  | { readonly kind: 'other'; readonly reason: string };

/** Longer ids cannot be displayed and cited. */
const MAX_ID = 500;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses one line `{id | _id, title?, text, url?, sections?}`. Never throws. */
export function parseDocument(bytes: Uint8Array): ParsedLine {
  let value: unknown;
  try {
    const line = utf8.decode(bytes).trim();
    if (line === '') return { kind: 'blank' };
    value = JSON.parse(line);
  } catch (error) {
    return other(error instanceof SyntaxError ? `it is not JSON (${error.message})` : 'it is not UTF-8');
  }
  if (!isRecord(value)) return other('it is not an object');
  const id = identity(value['id'] ?? value['_id']);
  if (id === null) return other('it has no usable `id` (or `_id`)');
  const own = asText(value['text']);
  if (own === null && value['text'] !== undefined && value['text'] !== null)
    return other('its `text` is not a string');
  const { text, sections } = withSections(own ?? '', value['sections']);
  if (!/\S/.test(text)) return other(`document "${id}" has no text`);
  const title = asText(value['title'])?.replace(/\s+/g, ' ').trim();
  const url = asText(value['url'])?.trim();
  const usable = url === undefined || url === '' || isWebAddress(url);
  return {
    kind: 'document',
    document: { id, text, sections, ...(title ? { title } : {}), ...(url && usable ? { url } : {}) },
    ...(usable ? {} : { remark: `the \`url\` of document "${id}" is not an http(s) URL and is omitted` }),
  };
}

function withSections(own: string, entries: unknown): Pick<SourceDocument, 'text' | 'sections'> {
  if (!Array.isArray(entries)) return { text: own, sections: [] };
  const named = entries.flatMap((entry: unknown) => sectionOf(entry));
  return inside(own, named) ?? appended(own, named);
}

interface GivenSection {
  readonly title?: string;
  readonly text: string;
}

/** `{title | heading, text}`, or only a text. */
function sectionOf(entry: unknown): GivenSection[] {
  if (typeof entry === 'string') return /\S/.test(entry) ? [{ text: entry }] : [];
  if (!isRecord(entry)) return [];
  const text = asText(entry['text']);
  const title = asText(entry['title'] ?? entry['heading'])
    ?.replace(/\s+/g, ' ')
    .trim();
  return text !== null && /\S/.test(text) ? [{ text, ...(title ? { title } : {}) }] : [];
}

/**
 * The sections as parts of the text, if it contains all of them in this order; otherwise null. Linear: stops at the
 * first missing section.
 */
function inside(
  text: string,
  sections: readonly GivenSection[],
): Pick<SourceDocument, 'text' | 'sections'> | null {
  const found: Section[] = [];
  let from = 0;
  for (const section of sections) {
    const start = text.indexOf(section.text, from);
    if (start < 0) return null;
    from = start + section.text.length;
    found.push({ ...defined({ title: section.title }), start, end: from });
  }
  return { text, sections: found };
}

function appended(own: string, sections: readonly GivenSection[]): Pick<SourceDocument, 'text' | 'sections'> {
  const found: Section[] = [];
  const parts = /\S/.test(own) ? [own] : [];
  let length = parts[0]?.length ?? 0;
  for (const { text, title } of sections) {
    const start = parts.length === 0 ? 0 : length + 2;
    parts.push(text);
    length = start + text.length;
    found.push({ ...defined({ title }), start, end: length });
  }
  return { text: parts.join('\n\n'), sections: found };
}

function identity(value: unknown): string | null {
  const id = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID) return null;
  // Such an id would break citations, logs and terminals.
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(id) ? null : id;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').replace(/\p{Cs}/gu, '\uFFFD') : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function other(reason: string): ParsedLine {
  return { kind: 'other', reason };
}
