import test from 'ava';
import type * as z from 'zod';
import {generateRecords} from '../../fixtures/index.js';
import {catalog} from '../../src/resources/index.js';
import {objectIn} from '../../src/schema/components.js';
import {startTestSandbox} from '../support/sandbox.js';

const shown = catalog.kinds.filter(({output}) => output !== undefined);

test('each console column is a field of a response, and each sort exists in the API', async t => {
  const sandbox = await startTestSandbox(t);
  const {kinds} = (await sandbox.get('/_sandbox/kinds')).body;
  t.is(kinds.length, shown.length);
  for (const {name, columns, sorted_as, sorts} of kinds) {
    const {operations, output, detail} = catalog.byName.get(name)!;
    const replies = operations.flatMap(({reply}) => ('schema' in reply ? [reply.schema.shape] : []));
    const shapes: z.ZodRawShape[] = [...replies, output!.shape, detail?.output.shape ?? {}];
    const hasField = (path: string) => {
      const [field = '', nested] = path.split('.');
      const schema = shapes.find(shape => field in shape)?.[field] as z.ZodType | undefined;
      return schema !== undefined && (nested === undefined || nested in (objectIn(schema)?.shape ?? {}));
    };
    const paths = [...Object.keys(columns), ...Object.keys(sorted_as)];
    t.true(paths.length > 0, name);
    t.deepEqual(
      paths.filter(path => !hasField(path)),
      [],
      name,
    );
    t.deepEqual(
      Object.values(sorted_as).filter(sort => !sorts.includes(sort)),
      [],
      name,
    );
  }
});

test('a record of every kind with a show operation has a name', async t => {
  const sandbox = await startTestSandbox(t);
  const records = generateRecords(catalog, {seed: 1, constituents: 60});
  for (const kind of shown.filter(({operations}) => operations.some(({id}) => id.startsWith('show')))) {
    const [row] = records.collections.get(kind.name)!.values();
    const {names} = (await sandbox.get(`/_sandbox/names?records=${kind.name}/${row!.id}`)).body;
    t.regex(names[`${kind.name}/${row!.id}`], /[a-z]|\d{4}/i, kind.name);
    t.notRegex(names[`${kind.name}/${row!.id}`], /undefined|null|NaN|no constituent/, kind.name);
  }
});
