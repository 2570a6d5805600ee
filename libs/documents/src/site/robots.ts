/** What a site's `robots.txt` allows Quarry to read. */
export interface RobotsRules {
  /** @param target path and query of a URL */
  allows(target: string): boolean;
  /** Pause between two requests that the site asks for, in milliseconds; null if it asks for none. */
  readonly delayMs: number | null;
}

/** The product token of Quarry in `robots.txt`, and in its `User-Agent`. */
export const AGENT = 'quarry';

/** Bytes that are read (RFC 9309, 2.5), and rules that are kept. */
const MAX_TEXT = 500 * 1024;
const MOST_RULES = 5_000;
/** Longest pause between two requests that a site can ask for, in milliseconds. */
const MAX_DELAY_MS = 10_000;

interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
}

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  delayMs: number | null;
}

/** Everything may be read: there is no `robots.txt`. */
export const NO_ROBOTS: RobotsRules = { allows: () => true, delayMs: null };

/**
 * Reads a `robots.txt` (RFC 9309): the groups for Quarry, otherwise those for all crawlers. The longest pattern that
 * matches decides, and of two equally long ones the one that allows. Never throws.
 */
export function readRobots(text: string): RobotsRules {
  const groups: Group[] = [];
  let open = false;
  let count = 0;
  for (const line of text.slice(0, MAX_TEXT).split(/\r\n|\r|\n/)) {
    const plain = (line.split('#', 1)[0] ?? '').trim();
    const colon = plain.indexOf(':');
    if (colon < 0) continue;
    const field = plain.slice(0, colon).trim().toLowerCase();
    const value = plain.slice(colon + 1).trim();
    if (field === 'user-agent') {
      if (!open) groups.push({ agents: [], rules: [], delayMs: null });
      groups.at(-1)?.agents.push(value.toLowerCase());
      open = true;
    } else if (field === 'allow' || field === 'disallow') {
      open = false;
      // An empty pattern matches nothing.
      if (value !== '' && count++ < MOST_RULES)
        groups.at(-1)?.rules.push({ allow: field === 'allow', pattern: encoded(value) });
    } else if (field === 'crawl-delay') {
      open = false;
      const seconds = Number(value);
      const group = groups.at(-1);
      if (group && seconds > 0) group.delayMs = Math.min(MAX_DELAY_MS, seconds * 1_000);
    }
  }
  const own = groups.filter(({ agents }) => agents.includes(AGENT));
  const applied = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = applied.flatMap((group) => group.rules);
  const delays = applied.flatMap(({ delayMs }) => (delayMs === null ? [] : [delayMs]));
  return {
    allows: (target) => decides(rules, encoded(target)),
    delayMs: delays.length === 0 ? null : Math.max(...delays),
  };
}

function decides(rules: readonly Rule[], target: string): boolean {
  let best: Rule | null = null;
  for (const rule of rules) {
    const longer = rule.pattern.length - (best?.pattern.length ?? -1);
    if ((longer > 0 || (longer === 0 && rule.allow)) && matches(rule.pattern, target)) best = rule;
  }
  return best?.allow ?? true;
}

/** `*` stands for any characters, `$` at the end for the end. In linear time: the earliest place of each part. */
function matches(pattern: string, target: string): boolean {
  const ends = pattern.endsWith('$');
  const [first = '', ...parts] = (ends ? pattern.slice(0, -1) : pattern).split('*');
  if (!target.startsWith(first)) return false;
  const last = ends ? parts.pop() : undefined;
  let at = first.length;
  for (const part of parts) {
    const found = target.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!ends) return true;
  return last === undefined
    ? at === target.length
    : target.length - last.length >= at && target.endsWith(last);
}

/** Both sides in one form: characters outside of ASCII as octets, and octets with capital letters. */
function encoded(text: string): string {
  return text
    .replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}
