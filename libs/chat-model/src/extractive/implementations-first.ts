import { isProse } from './lines';
import { isSlight } from './item-weight';
import type { ReadItem } from './read-item';

/** Passages from the top that a reader looks at. */
const FIRST = 3;
/** Passages among them that only tell or declare what other passages do, at most. */
const TOLD = 1;
/** Share of the score of such a passage, and of a long type, from which an implementation comes before it. */
const AS_GOOD = { told: 0.45, type: 0.7 } as const;
/** Lines from which a type is long: what it does is in its members, which are passages of their own. */
const LONG = 24;
/** Lines of it that are in passages of their own, at least. */
const MEMBERS = 3;
const TYPE = /\b(?:class|interface|struct|enum|trait|record|object|protocol)\b/;

/**
 * The items of an answer about behavior: among the first ones, functions come before long types, and at most one is
 * documentation or a declaration, where there are implementations that are nearly as relevant.
 */
export function implementationsFirst(items: readonly ReadItem[]): readonly ReadItem[] {
  const order = [...items];
  let told = 0;
  for (let at = 0; at < Math.min(FIRST, order.length); at += 1) {
    const item = order[at];
    if (!item) continue;
    const isType = isLongType(item);
    if (!isType && !isTold(item)) continue;
    if (!isType) told += 1;
    if (!isType && told <= TOLD) continue;
    const least = (isType ? AS_GOOD.type : AS_GOOD.told) * item.score;
    const next = order.findIndex(
      (other, later) => later > at && !isTold(other) && !isLongType(other) && other.score >= least,
    );
    const [implementation] = next < 0 ? [] : order.splice(next, 1);
    if (!implementation) continue;
    order.splice(at, 0, implementation);
    if (!isType) told -= 1;
  }
  return order;
}

function isTold({ evidence, lines }: ReadItem): boolean {
  return isProse(evidence) || /\.(?:d\.[cm]?ts|pyi)$/.test(evidence.path) || isSlight(lines);
}

function isLongType({ lines }: ReadItem): boolean {
  const head = lines.find(({ kind }) => kind === 'definition');
  const inOthers = lines.filter(({ kind, text }) => kind === 'noise' && /\p{L}{3}/u.test(text)).length;
  return (
    lines.length > LONG &&
    inOthers >= MEMBERS &&
    head !== undefined &&
    TYPE.test(head.text.split(/[({=]/, 1)[0] ?? '')
  );
}
