const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._@-]{0,99}$/;

/**
 * May a tenant be called so? 1 to 100 letters, digits, `.`, `_`, `@` or `-`, the first a letter or a digit: the same name in every store, in every log
 * and in every key of Redis. `*`, the installation as a whole, is the name of no tenant.
 */
export function isTenantName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name);
}
