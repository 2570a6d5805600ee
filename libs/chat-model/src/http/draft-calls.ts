import type { ChatToolCall } from '../port';
import type { WirePiece } from './wire';

type CallPiece = Extract<WirePiece, { kind: 'call' }>;

interface DraftCall {
  id: string;
  name: string;
  arguments: string;
}

/** Tool calls of a stream, whose pieces may be interleaved. */
export class DraftCalls {
  private readonly byPlace = new Map<number, DraftCall>();
  private readonly order: DraftCall[] = [];

  get begun(): boolean {
    return this.order.length > 0;
  }

  /** Adds a piece, with at most `room` characters of its arguments. Returns their number. */
  take(piece: CallPiece, room: number): number {
    const call = this.callOf(piece);
    call.id ||= piece.id ?? '';
    call.name ||= piece.name ?? '';
    const more = (piece.arguments ?? '').slice(0, room);
    call.arguments += more;
    return more.length;
  }

  /** A call without arguments gets an empty object; one without an id gets one. */
  all(): readonly ChatToolCall[] {
    return this.order.map((call, at) => ({
      id: call.id === '' ? `call_${at + 1}` : call.id,
      name: call.name,
      arguments: call.arguments.trim() === '' ? '{}' : call.arguments,
    }));
  }

  /** Some servers number every call 0, and distinguish calls by id only. A call begins with its name. */
  private callOf({ place, id, name }: CallPiece): DraftCall {
    const known = this.byPlace.get(place);
    const same = id === undefined || name === undefined || known?.id === '' || known?.id === id;
    if (known && same) return known;
    const call = { id: '', name: '', arguments: '' };
    this.byPlace.set(place, call);
    this.order.push(call);
    return call;
  }
}
