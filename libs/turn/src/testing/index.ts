export { TestClock } from './test-clock';
export { anyTurn } from './any-turn';
export { CITATION_FORMS, KNOWN } from './citation-forms';
