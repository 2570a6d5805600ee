import { countTokens, defined } from '@quarry/turn';
import type { ChatReply, ChatRequest, ChatToolCall } from '../port';
import { DraftCalls } from './draft-calls';
import { BadStream } from './failure';
import { Thoughts } from './thinking';
import type { WirePiece } from './wire';

/** Characters read per allowed output token before a stream counts as endless. */
const CHARS_PER_TOKEN = 8;

/** The reply while it streams: forwards text, assembles tool calls, keeps counts, and stops an endless stream. */
export class Draft {
  private text = '';
  private readonly thoughts = new Thoughts();
  /** Characters of received text, including thinking. */
  private read = 0;
  private readonly calls = new DraftCalls();
  /** Characters of the calls' arguments. */
  private written = 0;
  private inputTokens: number | undefined;
  private outputTokens: number | undefined;
  private cachedTokens: number | undefined;
  private cacheWriteTokens: number | undefined;
  private finish: 'stop' | 'length' | 'refused' | null = null;
  private readonly cap: number;

  constructor(private readonly request: ChatRequest) {
    this.cap = request.maxOutputTokens * CHARS_PER_TOKEN;
  }

  /** True once text was forwarded: no retry is possible after that. */
  get started(): boolean {
    return this.text !== '';
  }

  /** True once nothing more needs to be read. */
  get full(): boolean {
    return this.room <= 0;
  }

  /** True if the model reported its end, regardless of the connection afterwards. */
  get finished(): boolean {
    return this.finish !== null && this.finish !== 'refused';
  }

  private get room(): number {
    return this.cap - this.read - this.written;
  }

  take(piece: WirePiece): void {
    if (piece.kind === 'call') {
      this.written += this.calls.take(piece, this.room);
    } else if (piece.kind === 'text') {
      const delta = piece.text.slice(0, this.room);
      this.read += delta.length;
      this.show(this.thoughts.take(delta));
    } else if (piece.kind === 'usage') {
      if (piece.inputTokens) this.inputTokens = piece.inputTokens;
      if (piece.outputTokens) this.outputTokens = piece.outputTokens;
      if (piece.cachedTokens) this.cachedTokens = piece.cachedTokens;
      if (piece.cacheWriteTokens) this.cacheWriteTokens = piece.cacheWriteTokens;
    } else if (piece.kind === 'finish') {
      this.finish = piece.finish;
    }
  }

  private show(delta: string): void {
    if (delta === '') return;
    this.text += delta;
    this.request.onDelta?.(delta);
  }

  /**
   * The whole reply, without the thinking before it. Counts that the server did not report are estimated here.
   * @throws BadStream if the stream ended before the reply did.
   */
  close(model: string): ChatReply {
    if (this.finish === 'refused') {
      throw new BadStream({ kind: 'declined', detail: 'its own rules stopped the reply' });
    }
    const finish = this.full ? 'length' : this.finish;
    if (finish === null) {
      throw new BadStream(
        this.started || this.calls.begun
          ? { kind: 'connection', detail: 'the stream ended in the middle of the reply' }
          : { kind: 'garbage', detail: 'the response held no part of a reply' },
      );
    }
    this.show(this.thoughts.end());
    const toolCalls = this.calls.all();
    const { cachedTokens, cacheWriteTokens } = this;
    return {
      text: this.text,
      ...(toolCalls.length > 0 ? { toolCalls } : {}),
      model,
      inputTokens: this.inputTokens ?? promptTokens(this.request),
      outputTokens: this.outputTokens ?? countTokens(this.text) + callTokens(toolCalls),
      ...defined({ cachedTokens, cacheWriteTokens }),
      finish,
    };
  }
}

/** Chat formats frame each message with four tokens. */
function promptTokens({ messages, tools = [] }: ChatRequest): number {
  const offered = tools.length > 0 ? countTokens(JSON.stringify(tools)) : 0;
  return messages.reduce((sum, message) => {
    const calls = message.role === 'assistant' ? callTokens(message.toolCalls ?? []) : 0;
    return sum + 4 + countTokens(message.content) + calls;
  }, offered);
}

function callTokens(calls: readonly ChatToolCall[]): number {
  return calls.reduce((sum, call) => sum + countTokens(`${call.name} ${call.arguments}`), 0);
}
