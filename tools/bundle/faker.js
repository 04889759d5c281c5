import {readFile} from 'node:fs/promises';
import {base, en, en_US} from '@faker-js/faker';

const module = '@faker-js/faker/locale/en_US';

/** Takes 30 ms of a start, so it is a file of its own, read when data are made. */
export const fakerApart = {
  name: 'faker-apart',
  setup({onLoad}) {
    onLoad({filter: /fixtures[\\/]pools\.js$/}, async ({path: file}) => {
      const code = await readFile(file, 'utf8');
      return {contents: code.replace(`'${module}'`, "'./faker.cjs'")};
    });
  },
};

/** What the pools are drawn from. faker throws where it is asked for more, and the same draws come of it. */
const drawn = ['metadata', 'person', 'company', 'location', 'lorem'];

/** The words of one language, without those that no record has: animals, songs, what a shop sells. */
const drawnOf = locale => Object.fromEntries(drawn.flatMap(kind => (locale[kind] ? [[kind, locale[kind]]] : [])));

/** What `./faker.cjs` is made of: its words are two thirds of it otherwise. */
export const fakerSource = `
  import {Faker} from '@faker-js/faker';
  export const faker = new Faker({locale: ${JSON.stringify([en_US, en, base].map(drawnOf))}});
`;
