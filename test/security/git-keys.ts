/** Values that a trap sets in git's configuration. */
export interface Trap {
  /** A program that records its start. */
  readonly script: string;
  /** A named pipe: a process that opens it blocks until it is killed. */
  readonly pipe: string;
  /** A folder of hooks, each of which is the program. */
  readonly hooks: string;
  /** A configuration that sets `core.fsmonitor` to the program. */
  readonly config: string;
}

type Setting = readonly [name: string, value: string];

/** One key of git's configuration that names a program, a path or an address. */
export interface DangerousKey {
  /** As written in git-config(1). */
  readonly key: string;
  readonly settings: (trap: Trap) => readonly Setting[];
  /** Arguments with which plain git starts the program or opens the path, which proves that the trap works. */
  readonly lure?: readonly string[];
  /** Standard input of plain git for these arguments. */
  readonly input?: string;
}

/** A key whose value is the program; `<…>` in it is `trap`. */
function program(key: string, lure?: readonly string[], more: Partial<DangerousKey> = {}): DangerousKey {
  const name = key.replace(/<[^>]*>|\*/, 'trap');
  return { key, settings: ({ script }) => [[name, script]], ...(lure ? { lure } : {}), ...more };
}

/** A key whose value is a path. */
function path(key: string, lure?: readonly string[]): DangerousKey {
  const name = key.replace(/<[^>]*>|\*/, 'trap');
  return { key, settings: ({ pipe }) => [[name, pipe]], ...(lure ? { lure } : {}) };
}

const FETCH = ['fetch', 'origin'];
const ASK = { input: 'protocol=https\nhost=example.invalid\n\n' };

/** Every key of git-config(1) that names a program. */
export const PROGRAMS: readonly DangerousKey[] = [
  {
    key: 'alias.*',
    settings: ({ script }) => [
      ['alias.trap', `!${script}`],
      ['alias.ls-files', `!${script}`],
      ['alias.log', `!${script}`],
    ],
    lure: ['trap'],
  },
  program('browser.<tool>.cmd'),
  program('core.alternateRefsCommand'),
  program('core.askPass', ['credential', 'fill'], ASK),
  program('core.editor', ['commit', '--allow-empty']),
  program('core.fsmonitor', ['status']),
  {
    key: 'core.gitProxy',
    settings: ({ script }) => [
      ['core.gitProxy', script],
      ['remote.origin.url', 'git://example.invalid/x'],
    ],
    lure: FETCH,
  },
  {
    key: 'core.hooksPath',
    settings: ({ hooks }) => [['core.hooksPath', hooks]],
    lure: ['commit', '--allow-empty', '-m', 'x'],
  },
  program('core.pager'),
  {
    key: 'core.sshCommand',
    settings: ({ script }) => [
      ['core.sshCommand', script],
      ['remote.origin.url', 'ssh://example.invalid/x'],
    ],
    lure: FETCH,
  },
  program('core.virtualFilesystem'),
  {
    key: 'credential.<url>.*',
    settings: ({ script }) => [['credential.https://example.invalid.helper', `!${script}`]],
    lure: ['credential', 'fill'],
    ...ASK,
  },
  {
    key: 'credential.helper',
    settings: ({ script }) => [['credential.helper', `!${script}`]],
    lure: ['credential', 'fill'],
    ...ASK,
  },
  program('diff.<driver>.command', ['diff']),
  program('diff.<driver>.textconv', ['diff']),
  program('diff.external', ['diff']),
  {
    key: 'diff.tool',
    settings: ({ script }) => [
      ['diff.tool', 'trap'],
      ['difftool.trap.cmd', script],
    ],
    lure: ['difftool', '--no-prompt'],
  },
  program('diff.guitool'),
  program('difftool.<tool>.cmd'),
  program('filter.<driver>.clean', ['add', '--renormalize', '.']),
  program('filter.<driver>.process', ['add', '--renormalize', '.']),
  program('filter.<driver>.smudge', ['checkout', '-f', 'HEAD~1', '--', 'src/b.ts']),
  program('gpg.<format>.program'),
  {
    key: 'gpg.program',
    settings: ({ script }) => [
      ['gpg.program', script],
      ['log.showSignature', 'true'],
      ['commit.gpgSign', 'true'],
    ],
    lure: ['commit', '--allow-empty', '-m', 'x'],
  },
  {
    key: 'gpg.ssh.defaultKeyCommand',
    settings: ({ script }) => [
      ['gpg.format', 'ssh'],
      ['gpg.ssh.defaultKeyCommand', script],
    ],
    lure: ['commit', '-S', '--allow-empty', '-m', 'x'],
  },
  program('guitool.<name>.cmd'),
  program('help.browser'),
  program('hook.<name>.command'),
  program('imap.tunnel'),
  program('instaweb.browser'),
  program('instaweb.httpd'),
  program('interactive.diffFilter'),
  program('man.<tool>.cmd'),
  program('man.viewer'),
  program('merge.<driver>.driver'),
  program('merge.tool'),
  program('merge.guitool'),
  program('mergetool.<tool>.cmd'),
  {
    key: 'pager.<cmd>',
    settings: ({ script }) =>
      ['log', 'ls-files', 'diff-tree', 'diff-index', 'config'].map((cmd) => [`pager.${cmd}`, script]),
  },
  {
    key: 'protocol.<name>.allow',
    settings: ({ script }) => [
      ['protocol.ext.allow', 'always'],
      ['remote.origin.url', `ext::${script} %S`],
    ],
    lure: FETCH,
  },
  {
    key: 'protocol.allow',
    settings: ({ script }) => [
      ['protocol.allow', 'always'],
      ['remote.origin.url', `ext::${script} %S`],
    ],
    lure: FETCH,
  },
  program('receive.procReceiveRefs'),
  program('remote.<name>.receivepack', ['push', 'origin', 'HEAD'], {
    settings: ({ script }) => [['remote.origin.receivepack', script]],
  }),
  program('remote.<name>.uploadpack', FETCH, {
    settings: ({ script }) => [['remote.origin.uploadpack', script]],
  }),
  {
    key: 'remote.<name>.vcs',
    settings: ({ script }) => [
      ['remote.origin.vcs', 'ext'],
      ['remote.origin.url', `${script} %S`],
      ['protocol.ext.allow', 'always'],
    ],
    lure: FETCH,
  },
  program('sendemail.<identity>.*', undefined, {
    settings: ({ script }) => [['sendemail.trap.toCmd', script]],
  }),
  program('sendemail.ccCmd'),
  program('sendemail.headerCmd'),
  program('sendemail.sendmailCmd'),
  program('sendemail.smtpServer'),
  program('sendemail.tocmd'),
  program('sequence.editor', ['rebase', '-i', '--autostash', 'HEAD~1']),
  {
    key: 'submodule.<name>.update',
    settings: ({ script }) => [
      ['submodule.trap.update', `!${script}`],
      ['submodule.trap.url', '.'],
      ['submodule.trap.active', 'true'],
      ['submodule.recurse', 'true'],
    ],
  },
  program('tar.<format>.command', ['archive', '--format=trap', 'HEAD']),
  {
    key: 'trailer.<token>.command',
    settings: ({ script }) => [['trailer.trap.command', script]],
    lure: ['interpret-trailers', '--trailer', 'trap=1'],
    input: 'text\n',
  },
  program('trailer.<token>.cmd', ['interpret-trailers', '--trailer', 'trap=1'], { input: 'text\n' }),
  program('uploadpack.packObjectsHook'),
  {
    key: 'url.<base>.insteadOf',
    settings: ({ script }) => [
      [`url.ext::${script} %S .insteadOf`, 'trap:'],
      ['remote.origin.url', 'trap:x'],
      ['protocol.ext.allow', 'always'],
    ],
    lure: FETCH,
  },
  {
    key: 'url.<base>.pushInsteadOf',
    settings: ({ script }) => [
      [`url.ext::${script} %S .pushInsteadOf`, 'trap:'],
      ['remote.origin.url', 'trap:x'],
      ['protocol.ext.allow', 'always'],
    ],
    lure: ['push', 'origin', 'HEAD'],
  },
  program('web.browser'),
  {
    key: 'include.path',
    settings: ({ config }) => [['include.path', config]],
    lure: ['status'],
  },
  {
    key: 'includeIf.<condition>.path',
    settings: ({ config }) => [['includeIf.gitdir:/**.path', config]],
    lure: ['status'],
  },
];

/** Every key of git-config(1) that names a file, a folder or an address that git would open. */
export const PATHS: readonly DangerousKey[] = [
  path('blame.ignoreRevsFile', ['blame', 'src/b.ts']),
  path('browser.<tool>.path'),
  path('bundle.<id>.uri'),
  path('bundle.heuristic'),
  path('commit.template'),
  path('core.attributesFile', ['check-attr', 'diff', 'src/b.ts']),
  path('core.excludesFile', ['status']),
  path('core.worktree'),
  path('credentialCache.socket'),
  path('diff.orderFile', ['diff']),
  path('difftool.<tool>.path'),
  path('fetch.bundleURI'),
  path('fetch.fsck.skipList'),
  path('format.outputDirectory'),
  path('format.signatureFile'),
  path('fsck.skipList', ['fsck']),
  path('fsmonitor.socketDir'),
  path('gitcvs.dbName'),
  path('gitcvs.logFile'),
  path('gpg.ssh.allowedSignersFile'),
  path('gpg.ssh.revocationFile'),
  path('gui.spellingDictionary'),
  path('help.htmlPath'),
  {
    key: 'http.<url>.*',
    settings: ({ pipe }) => [['http.https://example.invalid.cookieFile', pipe]],
  },
  path('http.cookieFile'),
  path('http.proxy'),
  path('http.proxySSLCAInfo'),
  path('http.proxySSLCert'),
  path('http.proxySSLKey'),
  path('http.sslCAInfo'),
  path('http.sslCAPath'),
  path('http.sslCert'),
  path('http.sslKey'),
  path('init.templateDir'),
  path('instaweb.modulePath'),
  path('mailmap.blob'),
  path('mailmap.file', ['log']),
  path('maintenance.repo'),
  path('man.<tool>.path'),
  path('mergetool.<tool>.path'),
  path('notes.displayRef'),
  path('receive.fsck.skipList'),
  path('remote.<name>.proxy'),
  path('remote.<name>.pushurl'),
  path('remote.<name>.url'),
  path('safe.directory'),
  path('scalar.repo'),
  path('sendemail.aliasesFile'),
  path('sendemail.smtpsslcertpath'),
  path('submodule.<name>.url'),
  path('trace2.eventTarget'),
  path('trace2.normalTarget'),
  path('trace2.perfTarget'),
  path('user.signingKey'),
];
