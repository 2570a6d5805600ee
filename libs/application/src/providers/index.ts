export { APPLICATION } from './application';
