import type {DataBuilder, RandomStream} from '../operations/kinds/generator.js';

export function anyDay(random: RandomStream, {calendar}: DataBuilder): string {
  const [year, month, day] = [random.int(2019, 2025), random.int(1, 12), random.int(1, 28)];
  return calendar.moved(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
}
