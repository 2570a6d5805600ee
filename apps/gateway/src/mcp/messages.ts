/** Messages of a body: one, or several in a list. */
function messagesIn(body: unknown): readonly object[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.filter((message) => typeof message === 'object' && message !== null);
}

/** Does a body hold a message of this method? */
export function isRequestOf(body: unknown, method: string): boolean {
  return messagesIn(body).some((message) => 'method' in message && message.method === method);
}

/** Requests that the messages of a body cancel. */
export function cancelledIn(body: unknown): readonly (string | number)[] {
  return messagesIn(body).flatMap((message) => {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return [];
    const params: unknown = 'params' in message ? message.params : null;
    if (typeof params !== 'object' || params === null || !('requestId' in params)) return [];
    const { requestId } = params;
    return typeof requestId === 'string' || typeof requestId === 'number' ? [requestId] : [];
  });
}
