export { withoutAnswerMarker } from './answer';
export { checkedAnswer } from './checked-answer';
export { inert, openInert } from './inert';
export * from './protocol';
export { findProtocol, PROTOCOLS } from './protocols';
export { routerPrefix } from './router';
