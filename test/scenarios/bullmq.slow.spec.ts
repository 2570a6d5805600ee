import { describeWithRedis } from '../redis/redis-server';
import { servedScenarios } from './served-scenarios';

describeWithRedis('scenarios on the bullmq carrier, seven processes', () => {
  servedScenarios();
});
