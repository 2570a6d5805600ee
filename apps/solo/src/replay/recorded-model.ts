import type { ChatModel, ChatReply } from '@quarry/chat-model';
import type { RecordedReply } from '@quarry/application/replay';
import { Fault, type Stop } from '@quarry/turn';

/** Gives the replies that a turn's log has of each step, in their order, whatever it is asked. */
export class RecordedModel implements ChatModel {
  readonly generative = true;
  private left: RecordedReply[] = [];

  /** @param refusal why no model was allowed to see the prompts of steps that have no reply; null: that was no reason */
  constructor(
    readonly id: string,
    private readonly refusal: Stop | null = null,
  ) {}

  readonly choose = async (): Promise<ChatModel | Stop> =>
    this.left.length === 0 && this.refusal ? this.refusal : this;

  /** A step begins, or begins again: these are its replies. */
  begin(replies: readonly RecordedReply[]): void {
    this.left = [...replies];
  }

  /** @throws Fault `model_bad_reply` where the record has no further reply of the step */
  complete(): Promise<ChatReply> {
    const reply = this.left.shift();
    if (!reply)
      return Promise.reject(
        new Fault('model_bad_reply', 'The step asks the model more often than the record has replies.'),
      );
    const { text, model, usage } = reply;
    const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
    return Promise.resolve({ text, model, inputTokens, outputTokens, finish: 'stop' });
  }
}
