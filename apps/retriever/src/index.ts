import { defineService } from '@quarry/engine';
import { AskHistoryAction } from './actions/ask-history.action';
import { AskTablesAction } from './actions/ask-tables.action';
import { CheckFindingsAction } from './actions/check-findings.action';
import { FetchMoreContextAction } from './actions/fetch-more-context.action';
import { FetchRelatedDocumentsAction } from './actions/fetch-related-documents.action';
import { FetchSectionAction } from './actions/fetch-section.action';
import { FetchTableAction } from './actions/fetch-table.action';
import { ListSectionsAction } from './actions/list-sections.action';

/** Finds evidence: searches in all modes with batched queries, reads sections of documents, and checks their values. */
export const retriever = defineService({
  name: 'retriever',
  stores: { search: 'required' },
  actions: [
    AskHistoryAction,
    AskTablesAction,
    CheckFindingsAction,
    FetchMoreContextAction,
    FetchRelatedDocumentsAction,
    FetchSectionAction,
    FetchTableAction,
    ListSectionsAction,
  ],
});
