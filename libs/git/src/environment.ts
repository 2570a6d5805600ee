/**
 * The environment for every git call on a repository, built from scratch. It passes on no variable of this process
 * (`GIT_DIR`, `GIT_SSH_COMMAND`, `GIT_TRACE2_EVENT`, `GIT_CONFIG_PARAMETERS`, …). Git reads no system or user
 * configuration, uses no transport, prompts for nothing and takes no optional locks.
 */
export function isolatedEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
  };
}

/**
 * The environment for reading the operator's own git settings: that of this process, but pointed at an isolated git
 * directory, so that git inspects no repository.
 */
export function operatorEnvironment(gitDir: string): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C', GIT_DIR: gitDir, GIT_TERMINAL_PROMPT: '0' };
}

/** Variables of git that concern credentials and certificates; every other one could redirect what git does. */
const KEPT = new Set(['GIT_ASKPASS', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'GIT_SSL_CERT', 'GIT_SSL_KEY']);

/** The environment of the user for a call that talks to a server: that of this process, without what directs git. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_') || KEPT.has(name));
  return Object.fromEntries(kept);
}

/** Git's default file of global ignore rules: `$XDG_CONFIG_HOME/git/ignore` or `~/.config/git/ignore`. */
export function defaultExcludesFile(): string | null {
  const { XDG_CONFIG_HOME: config, HOME: home } = process.env;
  if (config) return `${config}/git/ignore`;
  return home ? `${home}/.config/git/ignore` : null;
}

/**
 * The users who may own a repository: the current one and, for root, `SUDO_UID`, as in git. Null if the platform has no
 * user ids.
 */
export function trustedOwners(): readonly number[] | null {
  const user = process.geteuid?.();
  if (user === undefined) return null;
  const { SUDO_UID: sudo = '' } = process.env;
  return user === 0 && /^\d+$/.test(sudo) ? [0, Number(sudo)] : [user];
}
