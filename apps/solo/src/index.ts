export { mcpServer, type CallerContext } from './mcp-server';
export { openPipelineShelf } from './pipeline-shelf';
export * from './pipelines';
export { openReplayer } from './replay/open-replayer';
export * from './services';
export { startServices, type Running, type StartOptions } from './start';
export { startPatiently, type PatienceOptions } from './start-patiently';
