import {mkdirSync} from 'node:fs';
import path from 'node:path';
import {CommandError} from '../command-error.js';
import {fileError} from '../file-error.js';
import type {ReportTarget} from './options.js';

/** Creates the files' folders, so that a wrong path fails before the command runs. @throws CommandError */
export function prepareFiles(targets: readonly ReportTarget[]): void {
  for (const target of targets) {
    if ('file' in target) {
      try {
        mkdirSync(path.dirname(path.resolve(target.file)), {recursive: true});
      } catch (error) {
        const {code} = error as NodeJS.ErrnoException;
        if (code === 'EEXIST') {
          throw new CommandError(`--report ${target.file} cannot be used: a part of its path is a file (${code})`);
        }
        throw fileError(error, {'--report': target.file}) ?? error;
      }
    }
  }
}
