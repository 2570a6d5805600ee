import { defineService } from '@quarry/engine';
import { LoadConversationHistoryAction } from './actions/load-conversation-history.action';
import { PersistTurnAndFinalizeAction } from './actions/persist-turn-and-finalize.action';
import { RecallSessionAction } from './actions/recall-session.action';
import { RememberSessionAction } from './actions/remember-session.action';
import { SummarizeHistoryAction } from './actions/summarize-history.action';

/** Memory: loads and summarises the session, recalls its findings, and persists each finished turn exactly once. */
export const historySummarizer = defineService({
  name: 'history-summarizer',
  stores: { history: 'required', search: 'optional' },
  actions: [
    LoadConversationHistoryAction,
    SummarizeHistoryAction,
    RecallSessionAction,
    RememberSessionAction,
    PersistTurnAndFinalizeAction,
  ],
});
