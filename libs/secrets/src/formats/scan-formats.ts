import { isExample } from '../example';
import type { Span } from '../secret';
import { CLOUD } from './cloud';
import { CODE } from './code';
import type { Format } from './format';
import { MODELS } from './models';
import { SERVICES } from './services';

/** Every format that Quarry adds to those of the maintained rules. */
export const FORMATS: readonly Format[] = [...CLOUD, ...CODE, ...MODELS, ...SERVICES];

interface Compiled {
  readonly format: Format;
  readonly body: RegExp;
  readonly before: RegExp | null;
}

/** Characters of a token: a token does not end before one of them. */
const TOKEN = 'A-Za-z0-9_';

/** Characters that indicate encoded data. */
const RUN = 20;

const BY_TRIGGER = byTrigger();
const TRIGGERS = [...BY_TRIGGER.keys()].sort((a, b) => b.length - a.length);
const ANY = new RegExp(TRIGGERS.map(escaped).join('|'), 'g');

/** Tokens in the published formats. */
export function scanFormats(text: string): readonly Span[] {
  const spans: Span[] = [];
  ANY.lastIndex = 0;
  for (let match = ANY.exec(text); match; match = ANY.exec(text)) {
    const at = match.index;
    // A trigger may contain another: `sk-ant-` contains `sk-`.
    for (const trigger of TRIGGERS) {
      if (trigger[0] !== match[0][0] || !text.startsWith(trigger, at)) continue;
      for (const rule of BY_TRIGGER.get(trigger) ?? []) {
        const span = spanAt(text, at, rule);
        if (span) spans.push(span);
      }
    }
    ANY.lastIndex = at + 1;
  }
  return spans;
}

function spanAt(text: string, at: number, { format, body, before }: Compiled): Span | null {
  const start = startOf(text, at, format, before);
  if (start === null) return null;
  body.lastIndex = at + format.trigger.length;
  const match = body.exec(text);
  if (!match) return null;
  const end = body.lastIndex;
  return isExample(text.slice(start, end)) ? null : { kind: format.kind, start, end };
}

/** Start of the token; null if it is within a word. */
function startOf(
  text: string,
  at: number,
  { before, trigger }: Format,
  pattern: RegExp | null,
): number | null {
  if (!before || !pattern) {
    // A parameter starts with its own separator, and may follow anything.
    const bounded =
      !/^\w/.test(trigger) || (!isWord(text[at - 1]) && !(isPlain(trigger) && isInBase64(text, at)));
    if (!bounded) return null;
    // The parameter's name is kept.
    return trigger.endsWith('=') ? at + trigger.length : at;
  }
  const length = before.lengths.find(
    (one) => at >= one && !isWord(text[at - one - 1]) && pattern.test(text.slice(at - one, at)),
  );
  return length === undefined ? null : at - length;
}

/** True for letters and digits only: encoded data contains any sequence of these. */
function isPlain(trigger: string): boolean {
  return /^[A-Za-z0-9]+$/.test(trigger);
}

/** True within encoded data, after one of its signs. */
function isInBase64(text: string, at: number): boolean {
  return at >= RUN && /^[A-Za-z0-9+/]+$/.test(text.slice(at - RUN, at));
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}

function byTrigger(): ReadonlyMap<string, readonly Compiled[]> {
  const rules = new Map<string, Compiled[]>();
  for (const one of FORMATS) {
    const compiled = {
      format: one,
      body: new RegExp(`${one.body}(?![${TOKEN}])`, 'y'),
      before: one.before ? new RegExp(`^${one.before.pattern}$`) : null,
    };
    rules.set(one.trigger, [...(rules.get(one.trigger) ?? []), compiled]);
  }
  return rules;
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
