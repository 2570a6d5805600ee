import './compile-cache';
import 'reflect-metadata';
import { run } from './program';
import { Terminal } from './terminal';

const terminal = new Terminal();
void run(process.argv.slice(2), terminal).then((code) => {
  process.exitCode = code;
  // A call that nobody waits for any more must not hold the process.
  if (terminal.interrupted) process.exit();
});
