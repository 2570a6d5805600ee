export { openBoardQueues, type BoardQueues } from './board-queues';
export { createBullmqCarrier, type BullmqCarrierOptions } from './bullmq-carrier';
