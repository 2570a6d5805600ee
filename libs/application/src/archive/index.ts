export { ArchiveHandler } from './archive-handler';
export { ArchivePruner } from './archive-pruner';
