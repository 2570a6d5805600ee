/** The entry for observers of hops. The main entry would also load Nest and BullMQ. */
export { NOBODY, type HopObserver } from '../hop-observer';
export { inSpan } from '../spans';
