export { indexOf, topics } from './index-of';
