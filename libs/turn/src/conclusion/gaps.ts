import { normalizeQuery, type Need } from '../need/need';
import type { Turn } from '../turn/turn';

/** Something that was asked for between passes, however often and in whatever words. */
export interface Gap {
  /** As it was first written. */
  readonly text: string;
  /** `resolved` if any pass found it; `missed` if it was looked for and never found; `open` if it was never looked for. */
  readonly status: Need['status'];
}

/**
 * What the passes asked for, each thing once: requests with the same canonical form are one gap (`class X` and `X`).
 * @param needs requests of all passes, in their order
 */
export function gapsOf(needs: Turn['needs']): readonly Gap[] {
  const gaps = new Map<string, Gap>();
  for (const { text, status: settled, skipped } of needs) {
    const status = skipped ? 'open' : settled;
    const key = gapKey(text);
    const known = gaps.get(key) ?? { text, status };
    gaps.set(key, { ...known, status: better(known.status, status) });
  }
  return [...gaps.values()];
}

const ORDER: readonly Need['status'][] = ['resolved', 'missed', 'open'];

function better(one: Need['status'], other: Need['status']): Need['status'] {
  return ORDER.find((status) => status === one || status === other) ?? one;
}

const KINDS = 'function|method|class|type|interface|struct|enum|trait|table|view|procedure|trigger|module';
const OF_A_KIND = new RegExp(`^(?:the )?(?:(?:${KINDS}) (\\S+)|(\\S+) (?:${KINDS}))$`);

/** The canonical form of a request; `class X`, `the X class` and `X` are one. */
export function gapKey(text: string): string {
  const plain = normalizeQuery(text);
  const [, behind, before] = OF_A_KIND.exec(plain) ?? [];
  return behind ?? before ?? plain;
}
