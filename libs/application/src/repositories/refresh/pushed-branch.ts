/**
 * The branch or tag that the body of a git server's webhook says was pushed: of GitHub, GitLab, Gitea and Forgejo, as
 * JSON or as a form with a field `payload`. Null if it says none.
 */
export function pushedBranch(body: Uint8Array): string | null {
  const text = new TextDecoder().decode(body);
  const json = text.startsWith('payload=') ? (new URLSearchParams(text).get('payload') ?? '') : text;
  try {
    const event: unknown = JSON.parse(json);
    const ref = typeof event === 'object' && event !== null && 'ref' in event ? event.ref : null;
    return typeof ref === 'string' ? ref.replace(/^refs\/(?:heads|tags)\//, '') : null;
  } catch {
    return null;
  }
}
