export { differenceOf } from './difference';
export { ReplayService } from './replay.service';
export type { Replay, ReplayOptions, TurnRecord } from './replay';
export { REPLAYER, type Replayer } from './replayer';
export { stepsOf, type RecordedReply, type RecordedStep } from './steps';
