import { defineService } from '@quarry/engine';
import { GATEWAY } from './gateway';

/** The gateway without HTTP, for a process that asks questions itself: it loads neither Express nor Swagger nor MCP. */
export const headlessGateway = defineService(GATEWAY);

export { FinalizeAction } from '../actions/finalize.action';
