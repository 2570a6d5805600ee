import type { ComponentType } from 'preact';
import { lazyPage, type PageProps } from './shell/lazy-page';

const ask = lazyPage(async () => (await import('./pages/ask/ask-page')).AskPage);

/**
 * All addresses of the console. The first matching pattern applies. The gateway answers them all with the same file
 * (apps/gateway/src/console).
 */
export const ROUTES: readonly { readonly pattern: string; readonly page: ComponentType<PageProps> }[] = [
  { pattern: '/', page: ask },
  { pattern: '/ask', page: ask },
  {
    pattern: '/conversations',
    page: lazyPage(async () => (await import('./pages/conversations/conversations-page')).ConversationsPage),
  },
  { pattern: '/turns', page: lazyPage(async () => (await import('./pages/turns/turns-page')).TurnsPage) },
  {
    pattern: '/turns/compare',
    page: lazyPage(async () => (await import('./pages/turns/compare-page')).ComparePage),
  },
  {
    pattern: '/turns/revisions',
    page: lazyPage(async () => (await import('./pages/turns/revisions-page')).RevisionsPage),
  },
  { pattern: '/turns/:id', page: ask },
  {
    pattern: '/turns/:id/trace',
    page: lazyPage(async () => (await import('./pages/turns/trace-page')).TracePage),
  },
  {
    pattern: '/pipelines',
    page: lazyPage(async () => (await import('./pages/pipelines/pipelines-page')).PipelinesPage),
  },
  {
    pattern: '/pipelines/:name',
    page: lazyPage(async () => (await import('./pages/pipelines/pipeline-page')).PipelinePage),
  },
  { pattern: '/index', page: lazyPage(async () => (await import('./pages/index/index-page')).IndexPage) },
  {
    pattern: '/evaluation',
    page: lazyPage(async () => (await import('./pages/evaluation/sets-page')).SetsPage),
  },
  {
    pattern: '/evaluation/:name',
    page: lazyPage(async () => (await import('./pages/evaluation/set-page')).SetPage),
  },
  {
    pattern: '/operations',
    page: lazyPage(async () => (await import('./pages/operations/operations-page')).OperationsPage),
  },
];
