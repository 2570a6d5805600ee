import { defineService } from '@quarry/engine';
import { FetchMoreContextAction } from './actions/fetch-more-context.action';
import { FetchRelatedDocumentsAction } from './actions/fetch-related-documents.action';
import { FetchSectionAction } from './actions/fetch-section.action';

/** Finding evidence: every retrieval mode, many queries in one batch. */
export const retriever = defineService({
  name: 'retriever',
  stores: { search: 'required' },
  actions: [FetchMoreContextAction, FetchRelatedDocumentsAction, FetchSectionAction],
});
