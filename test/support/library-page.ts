import {type Declaration, declarations, type Member} from './declarations.js';
import {code, tableOf, withSection} from './generated-section.js';

const all = declarations();

const namesIn = (text: string): Declaration[] => {
  const names = text.replaceAll(/'[^']*'/g, '').match(/\b[A-Z]\w+/g) ?? [];
  return names.flatMap(name => all.get(name) ?? []);
};

const isMethod = ({name, signature}: Member): boolean => signature.startsWith(`${name}(`) && name !== 'constructor';

const isHandle = ({kind, members}: Declaration): boolean => kind !== 'class' && members.some(isMethod);

/** Returns the parameters of a method without its result. */
const parametersOf = (signature: string): string => /^\w*\((.*)\): [^)]*$/.exec(signature)?.[1] ?? '';

/** Collects all declarations reachable from others, in the order of first use. */
function reached(from: readonly Declaration[], next: (declaration: Declaration) => readonly Declaration[]) {
  const found = new Set<Declaration>();
  const visit = (declaration: Declaration): void => {
    if (!found.has(declaration)) {
      found.add(declaration);
      next(declaration).forEach(visit);
    }
  };
  from.forEach(visit);
  return [...found];
}

/** The declarations used by the bases and members of a declaration, except in functions that the user provides. */
const namedBy = ({bases, members}: Declaration): Declaration[] =>
  [bases, ...members.map(({signature}) => signature)].filter(text => !/^\w+\??: .*=>/.test(text)).flatMap(namesIn);

const handles = reached([all.get('RunningSandbox')!], declaration => namedBy(declaration).filter(isHandle));

const isArgument = (declaration: Declaration): boolean =>
  (declaration.isExported || declaration.kind === 'interface') && !isHandle(declaration);

const argumentTypes = reached(
  handles.flatMap(({members}) => namesIn(members.map(({signature}) => parametersOf(signature)).join('\n'))),
  declaration => namedBy(declaration).filter(isArgument),
).filter(isArgument);

/** Formats the members of an interface, without those that only name their replacement. */
const membersTable = ({members}: Declaration) =>
  tableOf(
    ['member', ''],
    members
      .filter(({signature}) => !signature.endsWith(': never'))
      .map(({signature, about}) => [code(signature), linked(about)]),
  );

/** Replaces paths of pages in a comment with links. */
const linked = (about: string) => about.replaceAll(/`docs\/(\w+\/([\w-]+\.md))`/g, '[$2](../$1)');

/** Replaces the element type of a list with its elements. */
const withElements = (text: string) =>
  text.replace(/\(typeof (\w+)\)\[number\]/, (whole, list: string) => {
    const [, elements] = /\[(.*)\]/s.exec(all.get(list)?.text ?? '') ?? [];
    return elements?.split(', ').join(' | ') ?? whole;
  });

function sectionOf(declaration: Declaration): string {
  const {name, kind, about, bases, text, members} = declaration;
  const isTable = kind === 'interface' || isHandle(declaration);
  const body = isTable && members.length > 0 ? membersTable(declaration) : `\`\`\`ts\n${withElements(text)}\n\`\`\``;
  const extended = bases === '' ? '' : `Extends ${code(bases)}.`;
  return [`### ${name}`, linked(about), extended, body].filter(part => part !== '').join('\n\n');
}

const codeOf = ({members}: Declaration): string => {
  const value = members.find(({name}) => name === 'code')?.signature.split(' = ')[1];
  return value === undefined ? 'by its `status`' : code(value.replaceAll('"', ''));
};

const exported = [...all.values()].filter(({isExported}) => isExported);

const errorTable = () =>
  tableOf(
    ['class', 'extends', '`code`', ''],
    exported
      .filter(({kind}) => kind === 'class')
      .map(declaration => [
        code(declaration.name),
        code(declaration.bases),
        codeOf(declaration),
        linked(declaration.about),
      ]),
  );

/** The exported types without a section. */
const otherTypes = () => {
  const withSections = new Set([...handles, ...argumentTypes]);
  const others = exported.filter(each => !withSections.has(each) && each.kind !== 'class' && each.kind !== 'const');
  return others
    .map(({name}) => code(name))
    .sort()
    .join(', ');
};

function startText(): string {
  const {text, about} = all.get('startSandbox')!;
  return `\`\`\`ts\n${text.replace(/^const /, '')}\n\`\`\`\n\n${about}`;
}

/** Updates the declarations in `docs/reference/library.md`. */
export const withLibrary = (page: string): string =>
  Object.entries({
    startSandbox: startText(),
    handles: handles.map(sectionOf).join('\n\n'),
    arguments: argumentTypes.map(sectionOf).join('\n\n'),
    errors: errorTable(),
    'other types': otherTypes(),
  }).reduce((text, [name, section]) => withSection(text, name, section), page);

/** The exports of the library, without the types of records. */
export const exportedNames: readonly string[] = exported.map(({name}) => name);
