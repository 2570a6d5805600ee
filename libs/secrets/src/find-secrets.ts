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

/** All rule sets. If two find the same place, the kind is that of the former. */
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

/** Maximum length of a window. Windows overlap by more than the length of a secret. */
const WINDOW = 1_000_000;
const OVERLAP = 50_000;

/**
 * Finds all secrets of a text, in order, without overlaps. Values that a comment on their line allows are skipped.
 * @param path identifies files that exist to hold secrets, and files whose values need no quotes
 *
 * @example
 * await findSecrets("apiKey: 'sk_live_…'", 'src/pay.ts'); // [{ kind: 'stripe-secret-key-live', start: 9, … }]
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

/** Merges overlapping spans into one, of the kind that was found first. */
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
