export { TestClock } from './test-clock';
