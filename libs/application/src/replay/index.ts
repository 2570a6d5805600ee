export { differenceOf, type ReplayedTurn } from './difference';
export { ReplayService } from './replay.service';
export type { Difference, Replay, ReplayOptions, TurnRecord } from './replay';
export { REPLAYER, type Replayer } from './replayer';
export { stepsOf, type RecordedReply, type RecordedStep } from './steps';
