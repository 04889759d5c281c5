import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {repeatingClients} from '../../../src/findings/fields/repeating-clients.js';
import {startSandbox} from '../../../src/sandbox/start-sandbox.js';
import {type Language, languages} from './clients.js';

const page = fileURLToPath(new URL('../../../../docs/test/check.md', import.meta.url));

/** Programs that create groups over one connection, and do not retry by themselves. */
const programs: Readonly<Record<string, {readonly language: Language; readonly file: string; readonly text: string}>> =
  {
    "PHP's curl": {
      language: 'php',
      file: 'repeat.php',
      text: `<?php
$curl = curl_init(getenv('CRM_SANDBOX_URL') . '/api/v1/groups');
foreach (['Choir', 'Board'] as $name) {
  curl_setopt_array($curl, [CURLOPT_POSTFIELDS => json_encode(['name' => $name]), CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 5,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('CRM_SANDBOX_KEY'), 'Content-Type: application/json']]);
  if (curl_exec($curl) === false || curl_getinfo($curl, CURLINFO_RESPONSE_CODE) !== 200) exit(1);
}
`,
    },
    "Java's HttpURLConnection": {
      language: 'java',
      file: 'Repeat.java',
      text: `import java.net.*;
public class Repeat {
  public static void main(String[] words) throws Exception {
    for (String name : new String[] {"Choir", "Board"}) {
      HttpURLConnection connection =
        (HttpURLConnection) new URL(System.getenv("CRM_SANDBOX_URL") + "/api/v1/groups").openConnection();
      connection.setDoOutput(true);
      connection.setReadTimeout(5000);
      connection.setRequestProperty("Authorization", "Bearer " + System.getenv("CRM_SANDBOX_KEY"));
      connection.setRequestProperty("Content-Type", "application/json");
      connection.getOutputStream().write(("{\\"name\\":\\"" + name + "\\"}").getBytes("UTF-8"));
      connection.getInputStream().readAllBytes();
    }
  }
}
`,
    },
    "Deno's fetch": {
      language: 'deno',
      file: 'repeat.ts',
      text: `for (const name of ['Choir', 'Board', 'Staff', 'Youth']) {
  const response = await fetch(Deno.env.get('CRM_SANDBOX_URL') + '/api/v1/groups', {
    method: 'POST',
    headers: {authorization: 'Bearer ' + Deno.env.get('CRM_SANDBOX_KEY'), 'content-type': 'application/json'},
    body: JSON.stringify({name}),
    signal: AbortSignal.timeout(5000),
  });
  if (!response.ok) Deno.exit(1);
  await response.json();
}
`,
    },
    curl: {
      language: 'sh',
      file: 'repeat.sh',
      text: `set -- -sf -m 5 -u "$CRM_SANDBOX_KEY:" -H 'Content-Type: application/json' "$CRM_SANDBOX_URL/api/v1/groups"
curl "$@" -d '{"name":"Choir"}' --next "$@" -d '{"name":"Board"}'
`,
    },
  };

/** @throws if the check does not report the retries of the library, on the connections listed in the table */
async function tryClient(name: string, repeatsOn: 'reused' | 'both', folder: string): Promise<void> {
  const {language, file, text} = programs[name]!;
  await writeFile(path.join(folder, file), text);
  const [program = '', ...words] = languages[language].run;
  const command = [program.startsWith('node_modules') ? path.join(folder, program) : program, ...words];
  const sandbox = await startSandbox({profile: 'small'});
  try {
    const {cases} = await sandbox.check(
      {command: [...command, path.join(folder, file)]},
      {patience: 20_000, all: true},
    );
    const repeatsWith = (kind: string) =>
      cases.filter(
        ({check, variant, repeat}) => check === 'lost' && variant.includes(kind) && repeat?.by === 'library',
      );
    const names = new Set([...repeatsWith('fresh'), ...repeatsWith('reused')].map(({repeat}) => repeat?.client));
    const connections =
      repeatsWith('reused').length === 0 ? 'none' : repeatsWith('fresh').length > 0 ? 'both' : 'reused';
    if (connections !== repeatsOn || names.size !== 1 || !names.has(name)) {
      throw new Error(
        `${name} repeats on ${connections} connections, as ${[...names].join()}\n${JSON.stringify(cases)}`,
      );
    }
    process.stdout.write(`${name}: repeats a write on ${connections} connections\n`);
  } finally {
    await sandbox.close();
  }
}

const [begin, end] = ['<!-- made by npm run soak:languages -- --write -->\n', '<!-- until here -->\n'];

/** Tests each client that repeats writes, and writes or compares the table in docs/test/check.md. */
export async function tryRepeats(folder: string, isToWrite: boolean): Promise<void> {
  for (const {name, repeatsOn} of repeatingClients) {
    await tryClient(name, repeatsOn, folder);
  }
  const connections = {reused: 'on a reused connection', both: 'on any connection, once'};
  const rows = repeatingClients.map(
    ({name, repeatsOn, remedy}) => `| ${name} | ${connections[repeatsOn]} | ${remedy} |\n`,
  );
  const text = await readFile(page, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const table = `\n| client | repeats a write without a response | remedy |\n|---|---|---|\n${rows.join('')}\n`;
  const updated = `${before}${begin}${table}${end}${rest.split(end)[1] ?? ''}`;
  if (isToWrite) {
    await writeFile(page, updated);
  } else if (updated !== text) {
    throw new Error('The table in docs/test/check.md is out of date. Run npm run soak:languages -- --write');
  }
}
