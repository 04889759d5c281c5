import type {RandomStream} from '../operations/kinds/generator.js';

/** Any day from 2019 to the end of 2025, where the seeded data end. */
export const anyDay = (random: RandomStream): string => {
  const [year, month, day] = [random.int(2019, 2025), random.int(1, 12), random.int(1, 28)];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};
