import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {newFolder, type Undo} from './cli.js';
import {root} from './pages.js';

/** The environment without variables about a sandbox, a test runner or a workflow. */
export const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:NODE_TEST|AVA|CRM_SANDBOX_|GITHUB_)/.test(name)),
);

/** Creates a user project with the sandbox installed. @param files by name @returns its folder */
export async function projectWith(t: Undo, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder(t);
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(root, path.join(folder, 'node_modules/crm-sandbox'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** The package.json of a project with ES modules. */
export const moduleManifest = {'package.json': '{"type": "module"}'};
