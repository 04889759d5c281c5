import {existsSync, readFileSync} from 'node:fs';
import type {LoadedData} from '../../persistence/log/load-data.js';
import {fileError} from '../files/file-error.js';
import {holds} from '../output/format.js';
import {isSandboxProcess} from './sandbox-process.js';

export interface Finding {
  readonly what: string;
  readonly isFine: boolean;
  readonly is: string;
}

export async function dataFindings(data: string): Promise<Finding[]> {
  const holder = await holderOf(`${data}.lock`);
  return [await dataFinding(data, holder), lockFinding(data, holder)];
}

/** Loads the file as a start does, without changes. A running sandbox may be writing to it. */
async function dataFinding(data: string, {isRunning}: Holder): Promise<Finding> {
  const what = 'data file';
  if (isRunning) {
    return {what, isFine: true, is: `${data} is in use, and so not looked at`};
  }
  const {loadData} = await import('../../persistence/log/load-data.js');
  const {checkRoomToRead} = await import('../../persistence/room-to-read.js');
  const {realFile} = await import('../../persistence/real-file.js');
  const {catalog} = await import('../../resources/index.js');
  try {
    const file = realFile(data);
    checkRoomToRead(file);
    const found = loadData(file, {schema: catalog.schema});
    return {what, isFine: true, is: found === undefined ? `${data} is not there yet` : told(data, found)};
  } catch (error) {
    const refused = fileError(error, {'--data': data});
    if (refused === undefined) {
      throw error;
    }
    return {what, isFine: false, is: refused.message};
  }
}

function told(data: string, {kept}: LoadedData): string {
  const collections = kept.get('default')?.current.records.collections ?? [];
  const counts = Object.fromEntries(Array.from(collections, ([name, {size}]) => [name, size]));
  const others = kept.size > 1 ? `, and ${kept.size - 1} more ${kept.size === 2 ? 'account' : 'accounts'}` : '';
  return `${data} can be loaded: ${holds(counts)}${others}`;
}

/** The process that uses, or used, a data file. */
interface Holder {
  readonly pid?: number;
  readonly isRunning: boolean;
}

/** A lock file contains its process id. */
async function holderOf(lock: string): Promise<Holder> {
  if (!existsSync(lock)) {
    return {isRunning: false};
  }
  const pid = Number.parseInt(/\d+/.exec(readFileSync(lock, 'utf8'))?.[0] ?? '', 10) || 0;
  return {pid, isRunning: pid > 0 && (await isSandboxProcess(pid))};
}

function lockFinding(data: string, {pid, isRunning}: Holder): Finding {
  const left = `${data}.lock was left by process ${pid}; the next start takes it over`;
  const is = pid === undefined ? 'nobody has the data file' : isRunning ? `process ${pid} has the data file` : left;
  return {what: 'lock', isFine: true, is};
}
