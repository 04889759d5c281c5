import {readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';

/** A file of the modules, and all that it imports before it runs. */
function importedBy(name, outputs, found = new Set()) {
  if (!found.has(name)) {
    found.add(name);
    for (const {path: imported, kind} of outputs[name].imports) {
      if (kind === 'import-statement' && imported in outputs) {
        importedBy(imported, outputs, found);
      }
    }
  }
  return found;
}

const fileOf = name => `./${path.basename(name, '.js')}.cjs`;

/** By file: what serves that part of it which some commands, others, or all of them run. */
function groupsOf(outputs) {
  const entry = end => Object.keys(outputs).find(name => outputs[name].entryPoint?.endsWith(end));
  const command = importedBy(entry('src/cli/index.js'), outputs);
  const server = importedBy(entry('src/sandbox/start-sandbox.js'), outputs);
  importedBy(entry('src/index.js'), outputs, server);
  const entries = ['src/cli/index.js', 'src/index.js'].map(entry);
  const group = name => (!command.has(name) ? 'server' : server.has(name) ? 'shared' : 'command');
  return new Map(
    [...new Set([...command, ...server])]
      .filter(name => !entries.includes(name))
      .map(name => [fileOf(name), `./${group(name)}.cjs`]),
  );
}

/** A file that holds others as functions, and runs each when it is first asked for by its name. */
const holding = parts => `"use strict";const parts={
${parts.map(([file, code]) => `${JSON.stringify(file)}:(function(exports,module){${code}\n})`).join(',\n')}
},made={};module.exports=file=>{let module=made[file];
if(module===undefined){module=made[file]={exports:{}};parts[file](module.exports,module)}return module.exports};
`;

/**
 * Puts the parts that a start reads into three files: those of the command line, of a server, and of both. To find and
 * read each of seventy by itself takes a sixth of a start, and a command that starts no server reads none of its parts.
 * @param outputs of the modules that the folder was made of, as esbuild tells of them
 */
export async function putTogether(folder, outputs) {
  const groups = groupsOf(outputs);
  const held = new Map(Array.from(groups.values(), group => [group, []]));
  for (const name of Object.keys(outputs)) {
    const file = fileOf(name);
    const code = (await readFile(path.join(folder, file), 'utf8')).replaceAll(
      /\brequire\("(\.\/[\w-]+\.cjs)"\)/g,
      (required, part) => (groups.has(part) ? `require("${groups.get(part)}")("${part}")` : required),
    );
    const group = groups.get(file);
    if (group === undefined) {
      await writeFile(path.join(folder, file), code);
    } else {
      held.get(group).push([file, code]);
      await rm(path.join(folder, file));
    }
  }
  for (const [group, parts] of held) {
    await writeFile(path.join(folder, group), holding(parts));
  }
}
