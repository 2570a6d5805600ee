import type { Command } from 'commander';
import { isPackage, OWN_ROOT } from '../installation';
import { withExamples } from '../options';
import type { CommandContext } from '../terminal';

const PACKAGE = `Quarry was installed by npm. To upgrade it:

  npm install -g @quarry/cli@latest     if it was installed with -g
  npm install @quarry/cli@latest        in a project that depends on it
  npx @quarry/cli@latest                with npx
`;

const CLONE = `This Quarry is a clone in ${OWN_ROOT}. To upgrade it:

  git -C ${OWN_ROOT} pull

The next call installs and builds what changed.
`;

const AFTER = `
An index of an earlier version opens and stays valid; 'quarry index' updates it.
CHANGELOG.md lists what is new. Stop 'quarry serve' before the upgrade.
`;

export function addUpgrade(command: Command, { terminal }: CommandContext): void {
  command.description('Show how to upgrade this Quarry. It changes nothing itself, and contacts no server.');
  withExamples(command, [['quarry upgrade', '']]).action(() => {
    terminal.out(`${isPackage ? PACKAGE : CLONE}${AFTER}`);
  });
}
