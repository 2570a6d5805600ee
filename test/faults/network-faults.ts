import type { FaultyProxy } from './faulty-proxy';

/** A network fault before a server, and its duration. */
export interface NetworkFault {
  readonly name: string;
  readonly breakIt: (network: FaultyProxy) => void;
  /** Milliseconds until the network is repaired; 0 for an instantaneous fault. */
  readonly forMs: number;
  /** Whether the server is unreachable meanwhile. */
  readonly cutsOff: boolean;
}

export const CUT_IN_A_REPLY: NetworkFault = {
  ...{ name: 'cut in the middle of a reply', forMs: 0, cutsOff: true },
  breakIt: (network) => network.cutReplies(10),
};

/** @param forMs in milliseconds */
export const blackHole = (forMs: number): NetworkFault => ({
  ...{ name: 'a black hole: connections stay, nothing arrives', forMs, cutsOff: true },
  breakIt: (network) => network.swallow(),
});

/** Faults that only the long form has, before any server. */
export const MORE_FAULTS: readonly NetworkFault[] = [
  {
    ...{ name: 'connections cut', forMs: 0, cutsOff: true },
    breakIt: (network) => network.cut(),
  },
  {
    ...{ name: 'refused for five seconds', forMs: 5_000, cutsOff: true },
    breakIt: (network) => network.refuse(),
  },
  {
    ...{ name: 'slow for ten seconds: 40 ± 30 ms each way, 100 kB/s', forMs: 10_000, cutsOff: false },
    breakIt: (network) => network.slowDown({ delayMs: 40, jitterMs: 30, bytesPerSecond: 100_000 }),
  },
];
