import {readFile} from 'node:fs/promises';
import {base, en, en_US} from '@faker-js/faker';

const module = '@faker-js/faker/locale/en_US';

/** Loading faker takes 30 ms, so it is a separate file that is loaded when the sandbox generates data. */
export const fakerApart = {
  name: 'faker-apart',
  setup({onLoad}) {
    onLoad({filter: /fixtures[\\/]pools\.js$/}, async ({path: file}) => {
      const code = await readFile(file, 'utf8');
      return {contents: code.replace(`'${module}'`, "'./faker.cjs'")};
    });
  },
};

/** The parts of a locale that the pools use. faker throws if code uses any other part. */
const drawn = ['metadata', 'person', 'company', 'location', 'lorem'];

/** The words of a locale, without those that no record uses, such as animals and songs. */
const drawnOf = locale => Object.fromEntries(drawn.flatMap(kind => (locale[kind] ? [[kind, locale[kind]]] : [])));

/** The source of `./faker.cjs`. With all words it would be three times as large. */
export const fakerSource = `
  import {Faker} from '@faker-js/faker';
  export const faker = new Faker({locale: ${JSON.stringify([en_US, en, base].map(drawnOf))}});
`;
