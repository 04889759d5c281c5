import type * as z from 'zod';
import {componentName, objectIn} from '../../schema/components.js';
import {Schema} from '../../store/schema.js';
import type {Operation} from '../operation.js';
import type {Kind} from './kind.js';

export interface Catalog {
  readonly kinds: readonly Kind[];
  readonly byName: ReadonlyMap<string, Kind>;
  readonly schema: Schema;
  /** In the order of the contract's groups. */
  readonly operations: readonly Operation[];
}

/**
 * @param kinds in order: a kind follows those that it refers to
 * @throws Error if a kind is incomplete: one sentence that names the kind and the part
 */
export function catalogOf(kinds: readonly Kind[]): Catalog {
  checkKinds(kinds);
  const places = new Map(kinds.map(({tag}) => [tag?.name, tag?.place ?? Number.POSITIVE_INFINITY]));
  const placeOf = ({tag}: Operation) => places.get(tag) ?? Number.POSITIVE_INFINITY;
  const compare = (a: number, b: number) => (a === b ? 0 : a - b);
  return {
    kinds,
    byName: new Map(kinds.map(kind => [kind.name, kind])),
    schema: new Schema(kinds),
    operations: kinds.flatMap(({operations}) => operations).sort((a, b) => compare(placeOf(a), placeOf(b))),
  };
}

/** @throws Error that names the first incomplete kind and the missing part */
function checkKinds(kinds: readonly Kind[]): void {
  const names = new Set<string>();
  for (const {name} of kinds) {
    if (names.has(name)) {
      throw new Error(`kind ${name}: it is in the list twice`);
    }
    names.add(name);
  }
  const whole = new Set(kinds.flatMap(({output, body}) => [output, body]));
  const before = new Set<string>();
  for (const kind of kinds) {
    before.add(kind.name);
    const lacks = problemsOf(kind, names, whole).next().value ?? placeProblem(kind, before);
    if (lacks !== undefined) {
      throw new Error(`kind ${kind.name}: ${lacks}`);
    }
  }
}

/** Records are imported in the order of the list, so a kind must follow those that it refers to. */
function placeProblem({parents = {}, references = []}: Kind, before: ReadonlySet<string>): string | undefined {
  const pointsAt = [...Object.values(parents as Record<string, string>), ...references.map(({to}) => to)];
  const later = pointsAt.find(name => !before.has(name));
  return later === undefined ? undefined : `it must stand behind ${later} in the list, which it points at`;
}

type Schemas = ReadonlySet<z.ZodObject | undefined>;

/** @param whole the schemas that are named because they belong to a kind */
function* problemsOf(kind: Kind, names: ReadonlySet<string>, whole: Schemas): Generator<string, undefined> {
  yield* problemsOfParents(kind, names);
  yield* problemsOfOperations(kind);
  if (kind.output === undefined) {
    return undefined; // only counted
  }
  if (kind.present === undefined) {
    yield 'no present, which makes a reply of a row';
  }
  if (kind.build === undefined) {
    yield 'no build, so that none of its records can be made';
  }
  if (kind.seedExample === undefined) {
    yield 'no seedExample, a record as a tester writes it';
  }
  yield* problemsOfBody(kind);
  yield* problemsOfFields('output', kind.output, {}, whole);
  yield* problemsOfFields('detail', kind.detail?.output, kind.output.shape, whole);
  yield* problemsOfFields('body', kind.body, shownBy(kind), whole);
  return undefined;
}

function* problemsOfParents({parents = {}, references = [], importer, indexes = {}}: Kind, names: ReadonlySet<string>) {
  for (const [field, parent] of Object.entries(parents) as Array<[string, string]>) {
    if (!names.has(parent)) {
      yield `parent ${parent} has no kind`;
    }
    if (indexes[field] === undefined) {
      yield `no index on "${field}", by which it goes with ${parent}`;
    }
  }
  const others = [...references, ...(importer?.nested ?? [])].map(({to}) => to);
  for (const other of others.filter(name => !names.has(name))) {
    yield `it points at ${other}, which has no kind`;
  }
}

function* problemsOfOperations({operations, tag, examples = {}}: Kind) {
  if (operations.length > 0 && tag === undefined) {
    yield 'no tag for its operations';
  }
  if (tag?.description === '') {
    yield `no description of its tag "${tag.name}"`;
  }
  for (const {id, body} of operations) {
    if (body !== undefined && examples[id]?.body === undefined) {
      yield `no example body for ${id}`;
    }
  }
  for (const id of Object.keys(examples).filter(id => operations.every(operation => operation.id !== id))) {
    yield `an example for ${id}, which is not an operation of it`;
  }
}

/** Every field of a kind's responses. */
const shownBy = ({output, detail}: Kind): z.ZodRawShape => ({...output?.shape, ...detail?.output.shape});

/** A body may have response fields, other names of references, and fields that it describes itself. */
function* problemsOfBody(kind: Kind) {
  const {body, references = []} = kind;
  const shown = shownBy(kind);
  const aliases = references.map(({alias}) => alias);
  for (const [field, schema] of Object.entries(body?.shape ?? {}) as Array<[string, z.ZodType]>) {
    if (!(field in shown) && !aliases.includes(field) && schema.description === undefined) {
      yield `its output schema has no field "${field}" that its body takes`;
    }
  }
}

/** @param elsewhere fields that are already described in the response */
function* problemsOfFields(part: string, schema: z.ZodObject | undefined, elsewhere: object, whole: Schemas) {
  for (const [field, value] of Object.entries(schema?.shape ?? {}) as Array<[string, z.ZodType]>) {
    if (!(field in elsewhere) && value.description === undefined) {
      yield `no description of the field "${field}" of its ${part}`;
    }
    const inner = objectIn(value);
    if (inner !== undefined && !whole.has(inner) && componentName(inner) === undefined) {
      yield `no name for the object at "${field}" of its ${part}`;
    }
  }
}
