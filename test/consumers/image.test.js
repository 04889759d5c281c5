import {spawn} from 'node:child_process';
import {chmod, chown, cp, mkdir, readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {DockerfileParser} from 'dockerfile-ast';
import {parse} from 'yaml';
import {newFolder, watch} from '../../dist/test/support/cli.js';
import {freePort} from '../../dist/test/support/free-port.js';
import {getByHost} from '../../dist/test/support/raw-http.js';
import {clone, plainEnvironment, root, run} from './installed-package.js';

const user = 65532;
const isRoot = process.getuid?.() === 0;

/** The arguments of an instruction without its flags; the array of a JSON form. */
const wordsOf = instruction => {
  const [json] = /\[.*\]$/s.exec(instruction.getArgumentsContent()) ?? [];
  return json === undefined ? instruction.getArguments().map(one => one.getValue()) : JSON.parse(json);
};

/** Executes an instruction in the root folder of its stage. */
async function execute(instruction, image, stages, context) {
  const at = name => path.join(image.folder, name.startsWith('/') ? name : path.posix.join(image.workdir, name));
  const keyword = instruction.getKeyword();
  const words = wordsOf(instruction);
  if (keyword === 'WORKDIR') {
    [image.workdir] = words;
    await mkdir(at('.'), {recursive: true});
  } else if (keyword === 'COPY') {
    const flags = Object.fromEntries(instruction.getFlags().map(flag => [flag.getName(), flag.getValue()]));
    const from = flags.from === undefined ? context : stages[flags.from].folder;
    const target = words.pop();
    for (const source of words) {
      const name = target.endsWith('/') && words.length > 1 ? `${target}${path.basename(source)}` : target;
      await cp(path.join(from, source), at(name), {recursive: true});
    }
    if (flags.chown !== undefined && isRoot) {
      await chown(at(target), ...flags.chown.split(':').map(Number));
    }
  } else if (keyword === 'RUN') {
    await run(at('.'), 'sh', ['-c', instruction.getArgumentsContent()]);
  } else if (keyword === 'ENV') {
    Object.assign(
      image.env,
      Object.fromEntries(instruction.getProperties().map(one => [one.getName(), one.getValue()])),
    );
  } else {
    image[keyword] = words;
  }
}

/** Executes a Dockerfile. @returns all stages, and the last one */
async function build(text, folder, context) {
  const stages = {};
  let image;
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const name = instruction.getBuildStage() ?? 'final';
      image = {folder: path.join(folder, name), env: {}, workdir: '/'};
      stages[name] = image;
    } else {
      await execute(instruction, image, stages, context);
    }
  }
  return {stages, image};
}

test('the Dockerfile builds an image with only the bundle, which runs without privileges', async t => {
  const folder = await newFolder(t);
  await chmod(folder, 0o755);
  const {stages, image} = await build(await readFile(path.join(root, 'Dockerfile'), 'utf8'), folder, await clone(t));
  t.deepEqual(Object.keys(stages), ['build', 'final']);
  t.deepEqual((await readdir(image.folder)).sort(), ['app', 'data']);
  t.deepEqual((await readdir(path.join(image.folder, 'app'))).sort(), ['LICENSE', 'bin', 'dist', 'package.json']);
  t.deepEqual(image.USER, [`${user}:${user}`]);
  t.deepEqual(image.VOLUME, ['/data']);

  const here = words =>
    words.map(word => word.replace('/nodejs/bin/node', process.execPath).replace('/app', `${image.folder}/app`));
  const port = `${await freePort()}`;
  const env = {...plainEnvironment, ...image.env, CRM_SANDBOX_PORT: port, HOME: '/', TMPDIR: '/nowhere'};
  const identity = isRoot ? {uid: user, gid: user} : {};
  const start = words => {
    const [program, ...rest] = here(words);
    const child = spawn(program, rest, {
      cwd: path.join(image.folder, image.workdir),
      env: {...env, KUBERNETES_SERVICE_HOST: '10.0.0.1'},
      stdio: ['ignore', 'pipe', 'pipe'],
      ...identity,
    });
    t.teardown(() => child.kill('SIGKILL'));
    return {child, ...watch(child)};
  };
  const sandbox = start([...image.ENTRYPOINT, ...image.CMD, '--profile', 'small', '--data', 'crm.json']);
  let health = await start(image.HEALTHCHECK).ended;
  for (let retry = 0; health.code !== 0 && retry < 5; retry += 1) {
    health = await start(image.HEALTHCHECK).ended; // as many retries as in the Dockerfile
  }
  t.is(health.code, 0, health.stdout + health.stderr);
  t.regex(await getByHost(Number(port), 'crm:4080', '/api/v1/funds?limit=1'), /^HTTP\/1\.1 200 /);
  sandbox.child.kill('SIGTERM');
  const ended = await sandbox.ended;
  t.is(ended.code, 0, ended.stderr);
  t.notRegex(ended.stderr, /warning|EACCES|ENOENT|EROFS/i);
  t.deepEqual(await readdir(path.join(image.folder, 'data')), ['crm.json', 'crm.json.log']);
});

test('in the Compose file, the sandbox is read-only and the client waits until it is healthy', async t => {
  const {crm, client} = parse(await readFile(path.join(root, 'compose.yaml'), 'utf8')).services;
  t.is(crm.read_only, true);
  t.deepEqual(client.depends_on, {crm: {condition: 'service_healthy'}});
  t.true(client.command.at(-1).startsWith('http://crm:4080/'));
});
