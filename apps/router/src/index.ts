import { defineService } from '@quarry/engine';
import { CallModelAction } from './actions/call-model.action';
import { ChooseDepthAction } from './actions/choose-depth.action';
import { ChooseItemsAction } from './actions/choose-items.action';
import { ChoosePassesAction } from './actions/choose-passes.action';
import { HandlePrefixAction } from './actions/handle-prefix.action';
import { RewriteQuestionAction } from './actions/rewrite-question.action';
import { TranslateInIfNeededAction } from './actions/translate-in-if-needed.action';
import { TranslateOutIfNeededAction } from './actions/translate-out-if-needed.action';

/** Decides what to look for: translates question and answer, and makes the retrieval plan. */
export const router = defineService({
  name: 'router',
  actions: [
    TranslateInIfNeededAction,
    RewriteQuestionAction,
    ChooseDepthAction,
    ChooseItemsAction,
    ChoosePassesAction,
    CallModelAction,
    HandlePrefixAction,
    TranslateOutIfNeededAction,
  ],
});
