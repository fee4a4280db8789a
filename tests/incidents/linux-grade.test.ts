/** What a call on Linux is worth, worked out by hand from the table in the incident room’s page. */
import { expect, test, vi } from 'vitest';
import { type Course, gradeOf } from '../../src/incidents/linux/grade';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));

test.each<[course: Course, cause: number, fix: number, time: number]>([
  [{ named: ['loss'], missed: 1, repaired: 240 }, 40, 40, 20],
  [{ named: ['loss'], missed: 0, repaired: 240 }, 40, 40, 20],
  [{ named: ['nagle', 'loss'], missed: 3, repaired: 660 }, 20, 30, 10],
  [{ named: ['loss', 'nagle'], missed: 20, repaired: 1300 }, 0, 0, 0],
  [{ named: [], missed: 2 }, 0, 0, 0],
])('%j', (course, ...points) => {
  const { points: all, score } = gradeOf(course, 'loss');
  expect(score.map(({ got }) => got)).toEqual(points);
  expect(all).toBe(points.reduce((sum, each) => sum + each));
  expect(score.reduce((sum, { most }) => sum + most, 0)).toBe(100);
});
