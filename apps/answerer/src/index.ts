import { defineService } from '@quarry/engine';
import { CalculateAction } from './actions/calculate.action';
import { CallModelAction } from './actions/call-model.action';
import { CheckContextBudgetAction } from './actions/check-context-budget.action';
import { CondenseContextAction } from './actions/condense-context.action';
import { HandlePrefixAction } from './actions/handle-prefix.action';
import { SafeAnswerAction } from './actions/safe-answer.action';
import { VerifyCitationsAction } from './actions/verify-citations.action';
import { VerifyClaimsAction } from './actions/verify-claims.action';

/** Judges and writes: composes the context, asks for the answer or for more data, and verifies citations and claims. */
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
