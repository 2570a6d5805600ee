export { type HopContext, type ActionResult, type ActionHandler, Action, actionMeta } from './action';
export {
  type Target,
  type HopJob,
  type HopResult,
  type TurnView,
  type QueueState,
  type CarrierGauges,
  type CountedTurn,
  type OnTurnEnd,
  type CarrierKind,
  CARRIER_KINDS,
  type Carrier,
  type CarrierLimits,
  QUARRY_TRANSPORT,
} from './carriers/carrier';
export type { DeadLetter, DeadLetterCursor } from './carriers/dead-letters';
export { createEmbeddedCarrier } from './carriers/embedded/embedded-carrier';
export { logAfter } from './carriers/log-after';
export { createMemoryCarrier } from './carriers/memory/memory-carrier';
export { type HopOutcome, HOP_OBSERVER, NOBODY } from './hop-observer';
export { logContext } from './log-context';
export {
  CARRIER,
  type BindAction,
  BIND_ACTION,
  type ServiceDefinition,
  type ServiceOptions,
  defineService,
} from './nest/service';
export * from './prompt-recorder';
export { traceparent } from './spans';
