export * from './bounded-fetch';
