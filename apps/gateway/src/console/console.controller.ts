import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Fault } from '@quarry/turn';
import type { Request, Response } from 'express';
import { Public } from '../access/from-request';
import { CONSOLE_FOLDER, CONSOLE_SECURITY } from './console-files';
import { sendConsole } from './send-console';

/** Addresses that the console answers by itself: its first file is sent for all (apps/console/src/routes.ts). */
const PAGES = [
  '',
  'ask',
  'conversations',
  'turns',
  'turns/*rest',
  'pipelines',
  'pipelines/*rest',
  'index',
  'index/*rest',
  'evaluation',
  'evaluation/*rest',
  'operations',
  'sign-in',
];

/**
 * Serves the console. It needs no key, since the page contains no data: everything it shows comes from the API, with
 * the permissions of its user.
 */
@ApiExcludeController()
@Public()
@Controller()
export class ConsoleController {
  constructor(@Inject(CONSOLE_FOLDER) private readonly folder: string) {}

  @Get(PAGES)
  page(@Res() response: Response): void {
    sendConsole(response, this.folder);
  }

  /** The name of each file contains the hash of its content, so that it can be cached forever. */
  @Get('assets/*file')
  async asset(
    @Param('file') file: string | readonly string[],
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const name = typeof file === 'string' ? file : file.join('/');
    response.setHeader('Content-Security-Policy', CONSOLE_SECURITY).vary('Accept-Encoding');
    const sent =
      (request.acceptsEncodings('br') === 'br' && (await this.sent(response, name, '.br'))) ||
      (await this.sent(response, name, ''));
    if (!sent) throw new Fault('route_unknown', `The console has no file '${name.slice(0, 200)}'.`);
  }

  /** Sends a file of the build, or with `.br` its compressed form; false if it does not exist. */
  private sent(response: Response, name: string, ending: '' | '.br'): Promise<boolean> {
    const encoding = ending === '' ? {} : { 'Content-Encoding': 'br', 'Content-Type': typeOf(name) };
    const options = {
      root: `${this.folder}/assets`,
      dotfiles: 'deny',
      immutable: true,
      maxAge: '1y',
      headers: encoding,
    } as const;
    return new Promise((resolve) => {
      response.sendFile(`${name}${ending}`, options, (error?: Error) => {
        resolve(!error || response.headersSent);
      });
    });
  }
}

/** Only texts are compressed by the build. */
function typeOf(name: string): string {
  return name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
}
