import './compile-cache';
import 'reflect-metadata';
import { run } from './program';
import { Terminal } from './terminal';

const terminal = new Terminal();
void run(process.argv.slice(2), terminal).then((code) => {
  process.exitCode = code;
  // A pending call that is no longer awaited must not keep the process alive.
  if (terminal.interrupted) process.exit();
});
