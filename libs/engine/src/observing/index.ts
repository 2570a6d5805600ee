/** What those who only watch hops need: without this entry they would load Nest and BullMQ as well. */
export { NOBODY, type HopObserver, type HopOutcome } from '../hop-observer';
export { inSpan } from '../spans';
