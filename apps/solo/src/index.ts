export { mcpServer, type CallerContext } from './mcp-server';
export { openPipelineShelf } from './pipeline-shelf';
export { loadAllPipelines, loadAskablePipelines } from './pipelines';
export { openReplayer } from './replay/open-replayer';
export * from './services';
export { startServices, type Running } from './start';
export { startPatiently, type PatienceOptions } from './start-patiently';
