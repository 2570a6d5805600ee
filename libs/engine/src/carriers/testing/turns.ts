import { newTurnId, openTurn, type Evidence, type Turn, type TurnEvent } from '@quarry/turn';
import type { Carrier, CarrierLimits, Claim, OnTurnEnd, Target } from '../carrier';

/** A carrier under test; `dispose` also removes what only the test needed. */
export interface CarrierUnderTest {
  readonly carrier: Carrier;
  /** Makes the carrier's data this many milliseconds older. */
  later(ms: number): Promise<void>;
  dispose(): Promise<void>;
}
export type CarrierFactory = (
  limits?: Partial<CarrierLimits>,
  onEnd?: OnTurnEnd,
) => Promise<CarrierUnderTest>;

export type Claimed = Extract<Claim, { kind: 'claimed' }>;

export function aTurn(changes: Partial<Turn> = {}): Turn {
  const askedAt = Date.now();
  const turn = openTurn({
    id: newTurnId(),
    tenant: 'acme',
    session: 's1',
    pipeline: 'code@0123456789abcdef',
    question: 'Where is the invoice posted?',
    isEnglish: true,
    askedAt,
    deadline: askedAt + 60_000,
  });
  return { ...turn, ...changes };
}

export function target(service: string, step = `${service}_step`): Target {
  return { service, step };
}

export function evidence(n: number, text = `text ${n}`): Evidence {
  return {
    id: `chunk-${n}`,
    n,
    pass: 1,
    kind: 'chunk',
    text,
    path: 'src/Invoice.cs',
    startLine: n,
    endLine: n,
    relevance: 0.5,
    foundBy: 'hybrid',
    query: 'invoice',
  };
}

export async function mustClaim(carrier: Carrier, turnId: string, v: number): Promise<Claimed> {
  const claim = await carrier.claim(turnId, v);
  if (claim.kind !== 'claimed') throw new Error(`claim of ${turnId}, version ${v}, gave '${claim.kind}'`);
  return claim;
}

export async function collect(events: AsyncIterable<TurnEvent>, most = Infinity): Promise<TurnEvent[]> {
  const seen: TurnEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (seen.length >= most) break;
  }
  return seen;
}

export function types(events: readonly TurnEvent[]): string[] {
  return events.map((event) => event.body.type);
}
