import type { ChatModel } from '@quarry/chat-model';
import type { Embedder } from '@quarry/embedder';
import { inSpan } from '@quarry/engine/observing';
import type { Reranker } from '@quarry/reranker';
import { defined, toFault, type FaultCode } from '@quarry/turn';
import type { ObservedStore, PlatformObserver } from './observer';

/** Wraps a store so that its calls are measured and traced. Excludes streams and `close`. */
export function observed<T extends object>(store: T, name: ObservedStore, observer: PlatformObserver): T {
  return new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      if (property === 'close') return (...args: unknown[]): unknown => Reflect.apply(member, target, args);
      return (...args: unknown[]): unknown =>
        inSpan(
          `${name} ${property}`,
          () => ({ 'quarry.store': name, 'quarry.operation': property }),
          () => {
            const began = performance.now();
            const result: unknown = Reflect.apply(member, target, args);
            if (!isPromise(result)) return result;
            return timed(began, result, (ms, problem) => {
              observer.storeCalled(name, property, ms, problem);
            });
          },
          { within: true },
        );
    },
  });
}

/** Wraps a model so that its calls are measured and traced: duration and tokens, never texts. */
export function observedModel(model: ChatModel, observer: PlatformObserver): ChatModel {
  return {
    id: model.id,
    generative: model.generative,
    ...defined({ choose: model.choose && observedChoice(model.choose, observer) }),
    complete: (request) => {
      const { task } = request.inputs;
      const attributes = () => ({ 'gen_ai.request.model': model.id, 'quarry.task': task });
      return inSpan(`chat ${task}`, attributes, (span) => {
        const reply = model.complete(request).then((given) => {
          span.setAttributes({
            'gen_ai.usage.input_tokens': given.inputTokens,
            'gen_ai.usage.output_tokens': given.outputTokens,
          });
          return given;
        });
        return timed(performance.now(), reply, (ms, problem) => {
          observer.modelCalled(model.id, task, ms, problem);
        });
      });
    },
  };
}

function observedChoice(
  choose: NonNullable<ChatModel['choose']>,
  observer: PlatformObserver,
): NonNullable<ChatModel['choose']> {
  return async (turn) => {
    const chosen = await choose(turn);
    return 'rule' in chosen ? chosen : observedModel(chosen, observer);
  };
}

/** Wraps an embedder so that its calls are measured and traced. */
export function observedEmbedder(embedder: Embedder, observer: PlatformObserver): Embedder {
  return {
    id: embedder.id,
    dimension: embedder.dimension,
    embed: (texts, options) =>
      inSpan(
        'embed',
        () => ({ 'quarry.model': embedder.id, 'quarry.texts': texts.length }),
        () =>
          timed(performance.now(), embedder.embed(texts, options), (ms, problem) => {
            observer.embedderCalled(options.as, ms, problem);
          }),
      ),
    close: () => embedder.close(),
  };
}

/** Wraps a reranker so that its calls are measured and traced. */
export function observedReranker(reranker: Reranker, observer: PlatformObserver): Reranker {
  return {
    id: reranker.id,
    rerank: (query, passages, options) =>
      inSpan(
        'rerank',
        () => ({ 'quarry.model': reranker.id, 'quarry.texts': passages.length }),
        () =>
          timed(performance.now(), reranker.rerank(query, passages, options), (ms, problem) => {
            observer.rerankerCalled(ms, problem);
          }),
      ),
  };
}

function timed<T>(
  began: number,
  result: Promise<T>,
  tell: (ms: number, problem: FaultCode | null) => void,
): Promise<T> {
  return result.then(
    (value) => {
      tell(performance.now() - began, null);
      return value;
    },
    (error: unknown) => {
      tell(performance.now() - began, toFault(error).code);
      throw error;
    },
  );
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
