import type { PromptMessageDto, SentPromptDto, TracedCallDto } from '@quarry/client';
import type { JSX } from 'preact';
import { timeOfDay } from '../../format/duration';
import { t } from '../../language/messages';

/** A prompt and the reply of the model. */
export function ModelCall({ call }: { readonly call: SentPromptDto | TracedCallDto }): JSX.Element {
  const { prompt, messages } = call;
  const replied = 'reply' in call ? call : null;
  return (
    <section class="model-call" aria-label={t('Model call with {prompt}', { prompt })}>
      <p class="small">
        <strong class="mono">{prompt}</strong>{' '}
        <span class="muted">
          {replied ? t('to {model}', { model: replied.model }) : t('no reply')} · {timeOfDay(call.at)}
        </span>
      </p>
      {messages === null && <p class="muted small">{t('The prompt was not recorded.')}</p>}
      {(messages ?? []).map((message, at) => (
        <Message key={at} message={message} />
      ))}
      {replied && (
        <div class="message reply">
          <p class="message-role">{t('The model replied')}</p>
          <pre class="text-block" tabIndex={0} aria-label={t('Reply')}>
            {replied.reply === '' ? `(${t('nothing')})` : replied.reply}
          </pre>
        </div>
      )}
    </section>
  );
}

function Message({ message }: { readonly message: PromptMessageDto }): JSX.Element {
  const { role, content, toolCalls } = message;
  return (
    <div class="message">
      <p class="message-role">{role}</p>
      {content !== '' && (
        <pre class="text-block" tabIndex={0} aria-label={t('Message of {role}', { role })}>
          {content}
        </pre>
      )}
      {(toolCalls ?? []).map(({ id, name, arguments: given }) => (
        <pre key={id} class="text-block" tabIndex={0} aria-label={t('Call of {name}', { name })}>
          {name}({given})
        </pre>
      ))}
    </div>
  );
}
