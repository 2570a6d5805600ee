export { TestClock } from './test-clock';
export { anyTurn } from './any-turn';
