import { defineService } from '@quarry/engine';
import { CalculateAction } from './actions/calculate.action';
import { CallModelAction } from './actions/call-model.action';
import { CheckContextBudgetAction } from './actions/check-context-budget.action';
import { CondenseContextAction } from './actions/condense-context.action';
import { HandlePrefixAction } from './actions/handle-prefix.action';
import { SafeAnswerAction } from './actions/safe-answer.action';
import { VerifyCitationsAction } from './actions/verify-citations.action';
import { VerifyClaimsAction } from './actions/verify-claims.action';

/** Judging and writing: the context, the answer or the request for more, and its citations. */
export const answerer = defineService({
  name: 'answerer',
  actions: [
    CheckContextBudgetAction,
    CondenseContextAction,
    CallModelAction,
    CalculateAction,
    HandlePrefixAction,
    SafeAnswerAction,
    VerifyCitationsAction,
    VerifyClaimsAction,
  ],
});
