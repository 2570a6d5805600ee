/**
 * The environment of git for everything that concerns a repository: made from nothing but what git needs. No variable of this process
 * (`GIT_DIR`, `GIT_SSH_COMMAND`, `GIT_TRACE2_EVENT`, `GIT_CONFIG_PARAMETERS` and their like) gets through, no system or user
 * configuration is read, no transport is allowed and nothing is asked, fetched or locked.
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
 * The environment in which git finds the operator's own settings, as the operator's shell has it, but pointed at a git directory of ours,
 * so that no repository is looked at.
 */
export function operatorEnvironment(gitDir: string): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C', GIT_DIR: gitDir, GIT_TERMINAL_PROMPT: '0' };
}

/** Where git looks for ignore rules of the operator that no setting names: `$XDG_CONFIG_HOME/git/ignore`, `~/.config/git/ignore`. */
export function defaultExcludesFile(): string | null {
  const { XDG_CONFIG_HOME: config, HOME: home } = process.env;
  if (config) return `${config}/git/ignore`;
  return home ? `${home}/.config/git/ignore` : null;
}

/** The user whom a repository must belong to: `SUDO_UID` counts for root, as it does for git. Null where users have no numbers. */
export function trustedOwners(): readonly number[] | null {
  const user = process.geteuid?.();
  if (user === undefined) return null;
  const { SUDO_UID: sudo = '' } = process.env;
  return user === 0 && /^\d+$/.test(sudo) ? [0, Number(sudo)] : [user];
}
