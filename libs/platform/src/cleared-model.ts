import type { ChatModel, ChatReply, ChatRequest } from '@quarry/chat-model';
import { entryFor, LabelStore, type SensitivityModel } from '@quarry/repositories';
import type { RecordStore } from '@quarry/record-store';
import { Fault, filesOf, SENSITIVITY_RULE, type Stop, type Turn } from '@quarry/turn';

/** The models of an entry; null: it is not configured. */
export type NamedModels = Readonly<Record<'chat' | 'local', ChatModel | null>>;

/**
 * A chat model that depends on the sensitivity of what a turn holds. Texts of unknown origin count as the highest:
 * calls without a turn, and earlier answers that a client sends along.
 */
export class ClearedModel implements ChatModel {
  readonly id: string;
  readonly generative: boolean;
  private readonly store: LabelStore;

  /**
   * @param usual the model of prompts that reach no entry
   * @param entries lowest sensitivity first, at least one
   */
  constructor(
    private readonly usual: ChatModel,
    private readonly models: NamedModels,
    private readonly entries: readonly SensitivityModel[],
    records: RecordStore,
  ) {
    this.id = usual.id;
    this.generative = usual.generative;
    this.store = new LabelStore(records);
  }

  readonly choose = async (turn: Turn): Promise<ChatModel | Stop> => {
    const files = filesOf(turn);
    const { forPrompt, sources = forPrompt === '' ? [] : null } = turn.history;
    const entry =
      files && sources ? await entryFor(this.store, [...files, ...sources], this.entries) : this.highest();
    if (entry === null) return this.usual;
    const model = this.modelOf(entry);
    if (model) return model;
    // Rules may read everything: they send it nowhere.
    if (!this.generative) return this.usual;
    const { sensitivity } = entry;
    return {
      rule: SENSITIVITY_RULE,
      reason: `no configured model may see the evidence: some of it is ${sensitivity} or above, or has no known label`,
    };
  };

  complete(request: ChatRequest): Promise<ChatReply> {
    const model = this.modelOf(this.highest());
    if (model) return model.complete(request);
    throw new Fault(
      'model_refused',
      'No configured model may see a text of unknown sensitivity: see QUARRY_SENSITIVITY_MODELS in docs/configuration.md.',
    );
  }

  private modelOf({ model }: SensitivityModel): ChatModel | null {
    return model === 'none' ? null : this.models[model];
  }

  private highest(): SensitivityModel {
    const last = this.entries.at(-1);
    if (last) return last;
    throw new Fault('internal', 'There is no entry for any sensitivity.');
  }
}
