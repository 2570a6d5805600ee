import { fold } from './fold';
import { markerAt } from './marker';

/** `marker`: `[Calling tools:]` · `object`: JSON with a key of a call · `open`: undecided, more text is needed. */
export type CallStart = 'open' | 'none' | 'marker' | 'object';

const KEYS = [
  'tool',
  'name',
  'tool_name',
  'function',
  'action',
  'id',
  'type',
  'arguments',
  'parameters',
  'tool_calls',
  'calls',
];
/** Fence, tag and list that may precede the first object. */
const BEFORE = /^\s*(?:[`~]{3,}[\w-]{0,20}\s+)?(?:<tool_calls?>\s*)?(?:\[\s*)?(?=\{)/;
/** A prefix of the above. */
const MAY_BECOME =
  /^\s*(?:[`~]{1,2}$|[`~]{3,}[\w-]{0,20}(?:\s+|$))?(?:<[a-z_]{0,10}>?\s*$|<tool_calls?>\s*)?(?:\[\s*)?$/;
/** Number of characters within which the first key must start. */
const START = 200;

/** Whether a line, with the text after it, starts like a tool call. */
export function callStart(text: string, complete: boolean): CallStart {
  const marker = markerStart(text, complete);
  if (marker !== 'none') return marker;
  const before = BEFORE.exec(text);
  if (!before) return !complete && text.length < START && MAY_BECOME.test(text) ? 'open' : 'none';
  const inner = text
    .slice(before[0].length + 1, START)
    .trimStart()
    .replace(/^["'“‘`]/, '');
  const key = /^[a-z_]*/i.exec(inner)?.[0].toLowerCase() ?? '';
  if (key.length < inner.length) return KEYS.includes(key) ? 'object' : 'none';
  return !complete && text.length < START && KEYS.some((name) => name.startsWith(key)) ? 'open' : 'none';
}

function markerStart(text: string, complete: boolean): CallStart {
  const newline = text.indexOf('\n');
  const line = fold((newline < 0 ? text : text.slice(0, newline)).slice(0, 80)).text.trimStart();
  if (/^calling tools?$/.test(markerAt(line)?.name ?? '')) return 'marker';
  const grows = !complete && newline < 0 && text.length < 80;
  const bare = line.replace(/^[#>*_`\\ ]{0,12}/, '').toLowerCase();
  return grows && /^(?:\[\s*(?:[a-z]|$)[a-z\s:\\]*)?$/.test(bare) && mayBeCalling(bare) ? 'open' : 'none';
}

function mayBeCalling(bare: string): boolean {
  const words = bare.replace(/[[\s:\\]/g, '');
  return 'callingtools'.startsWith(words);
}
