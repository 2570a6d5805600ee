export { presentEvent, type LoggedEvent } from './logged-event';
