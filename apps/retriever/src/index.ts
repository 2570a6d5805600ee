import { defineService } from '@quarry/engine';
import { FetchMoreContextAction } from './actions/fetch-more-context.action';
import { FetchRelatedDocumentsAction } from './actions/fetch-related-documents.action';

/** Finding evidence: every retrieval mode, many queries in one batch. */
export const retriever = defineService({
  name: 'retriever',
  actions: [FetchMoreContextAction, FetchRelatedDocumentsAction],
});
