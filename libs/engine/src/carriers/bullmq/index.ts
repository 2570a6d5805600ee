export { openBoardQueues, type BoardQueues } from './board-queues';
export { createBullmqCarrier } from './bullmq-carrier';
