export { EndWatcher } from './end-watcher';
