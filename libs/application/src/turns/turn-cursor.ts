import { Fault } from '@quarry/turn';
import type { TurnCursor } from '@quarry/turn-archive';

/** Encodes a position in a list of turns for clients. */
export function cursorText({ askedAt, id }: TurnCursor): string {
  return Buffer.from(JSON.stringify([askedAt, id])).toString('base64url');
}

/** Decodes a cursor. @throws Fault `bad_request` if the text is not a cursor */
export function readCursor(text: string): TurnCursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const [askedAt, id] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
    if (Number.isSafeInteger(askedAt) && typeof id === 'string' && id.length <= 100)
      return { askedAt: Number(askedAt), id };
  } catch {
    // Reported below.
  }
  throw new Fault('bad_request', "cursor must be the 'next' of a previous page.");
}

/** Newest first. */
export function byAge(a: TurnCursor, b: TurnCursor): number {
  return b.askedAt - a.askedAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}
