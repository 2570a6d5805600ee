export * from './ask';
export * from './evidence-text';
export { relationsText } from './relations-text';
export * from './inputs';
export { readReply, type ReadReply } from './read-reply';
export { outlineLine, outlineNames } from './extraction';
export { passTranscriptOf } from './pass-transcript';
export { transcriptOf } from './transcript';
export * from './params';
