import { isAllowedLine } from './allowed';
import { scanAssigned } from './assigned';
import { scanAuthorization } from './authorization';
import { scanFormats } from './formats/scan-formats';
import { scanConnectionStrings } from './in-connection-strings';
import { scanUrls } from './in-urls';
import { scanJsonWebTokens } from './json-web-tokens';
import { scanKeyBlocks } from './key-blocks';
import { scanMaintained } from './maintained';
import { scanSecretFiles } from './in-secret-files';
import type { Scan, Span } from './secret';

/** Each rule set; where two find the same place, the kind is that of the former. */
const SCANS: readonly Scan[] = [
  scanKeyBlocks,
  scanMaintained,
  scanFormats,
  scanJsonWebTokens,
  scanUrls,
  scanConnectionStrings,
  scanAuthorization,
  scanSecretFiles,
  scanAssigned,
];

/** A character stands for itself, and the windows overlap by more than a secret is long. */
const WINDOW = 1_000_000;
const OVERLAP = 50_000;

/**
 * All secrets of a text, in order, none overlapping another. Values that a comment on their line allows are left out.
 * @param path tells files that exist to hold secrets, and those whose values need no quotes
 */
export async function findSecrets(text: string, path: string): Promise<readonly Span[]> {
  const spans: Span[] = [];
  for (let from = 0; from === 0 || from < text.length - OVERLAP; from += WINDOW - OVERLAP) {
    const part = from === 0 && text.length <= WINDOW ? text : text.slice(from, from + WINDOW);
    for (const scan of SCANS) {
      for (const { kind, start, end } of await scan(part, path)) {
        if (end > start) spans.push({ kind, start: start + from, end: end + from });
      }
    }
  }
  return disjoint(spans).filter(({ start }) => !isAllowedLine(text, start));
}

/** What overlaps becomes one span, of the kind that was found first. */
function disjoint(spans: readonly Span[]): readonly Span[] {
  const rank = new Map(spans.map((span, n) => [span, n]));
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const merged: Span[] = [];
  let best = 0;
  for (const span of sorted) {
    const last = merged.at(-1);
    const own = rank.get(span) ?? 0;
    if (!last || span.start >= last.end) {
      merged.push(span);
      best = own;
      continue;
    }
    merged[merged.length - 1] = {
      kind: own < best ? span.kind : last.kind,
      start: last.start,
      end: Math.max(last.end, span.end),
    };
    best = Math.min(best, own);
  }
  return merged;
}
