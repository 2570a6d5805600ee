import { deadLetterConformance } from './dead-letters.conformance';
import { deliveryConformance } from './delivery.conformance';
import { doorConformance } from './door.conformance';
import { endedConformance } from './ended.conformance';
import { gaugesConformance } from './gauges.conformance';
import { invariantConformance } from './invariants.conformance';
import { ledgerConformance } from './ledger.conformance';
import { logConformance } from './log.conformance';
import { stoppedHopsConformance } from './stopped-hops.conformance';
import type { CarrierFactory } from './testing/turns';

/** What every carrier must do, on any store. I1–I9 are the invariants of the hop protocol. */
export function carrierConformance(create: CarrierFactory): void {
  doorConformance(create);
  ledgerConformance(create);
  logConformance(create);
  deliveryConformance(create);
  stoppedHopsConformance(create);
  invariantConformance(create);
  gaugesConformance(create);
  endedConformance(create);
  deadLetterConformance(create);
}
