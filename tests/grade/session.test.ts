/** Every file has a row, whatever happens to the others. */
import { expect, test, vi } from 'vitest';
import type { Desk } from '../../src/classroom/useDesk';
import type { Found } from '../../src/classroom/grade/intake';
import { type Marker, markerOf } from '../../src/classroom/grade/marking';
import { LARGEST, Session } from '../../src/classroom/grade/session';
import type { AssignmentHead, Row } from '../../src/model/contract';
import { abortError, LostError } from '../../src/runtime/errors';
import { askDesk } from '../desk';
import { row } from './row';

const found = (name: string, text = name): Found => ({ name, size: text.length, blob: new Blob([text]) });
const head = { id: 'a', fingerprint: 'f', points: 7 } as AssignmentHead;
const deskWith = (ask: Desk['ask']): Desk => ({ ask, assignment: async () => head }) as unknown as Desk;
const desk = deskWith(async () => {
  throw new Error('nobody asked');
});

const markerWith = (mark: Marker['mark']): Marker => ({
  mark,
  refuse: async (file, reason, verdict) => row(file, { verdict, reason }),
});

async function sessionWith(mark: Marker['mark'], abreast = 2): Promise<Session> {
  const session = new Session(desk, () => markerWith(mark), abreast);
  await session.load(found('assignment.json'));
  return session;
}

const settled = (session: Session): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!session.state().isMarking) resolve();
    };
    session.subscribe(look);
    look();
  });

test('one that fails has a row that says why, and the others are marked', async () => {
  const session = await sessionWith(async ({ name }) => {
    if (name === 'b') throw new Error('boom');
    return row(name);
  });
  await session.add([found('a'), found('b'), found('c'), { name: 'd', size: 0, blob: null, wrong: 'damaged' }]);
  await settled(session);
  const { rows, waiting } = session.state();
  expect(waiting).toBe(0);
  expect(Object.fromEntries(rows.map(({ file, verdict, reason }) => [file, `${verdict} ${reason}`]))).toEqual({
    a: 'graded ',
    b: 'unmarked It could not be marked (boom).',
    c: 'graded ',
    d: 'refused damaged',
  });
});

test('without Python for as much as a refusal it stops; nothing is lost, and it can go on', async () => {
  let isGone = true;
  const die = (): never => {
    throw new LostError('no memory');
  };
  const { refuse } = markerWith(die);
  const mark: Marker['mark'] = async ({ name }) => (isGone && name !== 'a' ? die() : row(name));
  const marker: Marker = { mark, refuse: async (...asked) => (isGone ? die() : refuse(...asked)) };
  const session = new Session(desk, () => marker, 2);
  await session.load(found('assignment.json'));
  await session.add([found('a'), found('b'), { name: 'c', size: 0, blob: null, wrong: 'damaged' }, found('d')]);
  await settled(session);
  const { rows, waiting, complaint } = session.state();
  expect([rows.map(({ file }) => file), waiting, complaint]).toEqual([['a'], 3, 'Marking has stopped: no memory']);
  isGone = false;
  session.goOn();
  expect(session.state().complaint).toBeUndefined();
  await settled(session);
  expect(session.state().waiting).toBe(0);
  const verdicts = session.state().rows.map(({ file, verdict }) => `${file} ${verdict}`);
  expect(verdicts.sort()).toEqual(['a graded', 'b graded', 'c refused', 'd graded']);
});

test('so many at a time and no more, also of what comes later', async () => {
  let now = 0;
  let most = 0;
  const session = await sessionWith(async ({ name }) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    now--;
    return row(name);
  }, 3);
  await session.add([found('a')]);
  await session.add(Array.from({ length: 8 }, (_, n) => found(`b${n}`)));
  await session.add([found('a')]);
  await settled(session);
  expect(most).toBe(3);
  expect(new Set(session.state().rows.map(({ file }) => file)).size).toBe(10);
});

test('stopped, it keeps what is done, and goes on with what is not', async () => {
  const asked: string[] = [];
  let release = (): void => undefined;
  const session = await sessionWith(
    ({ name }, signal) =>
      new Promise<Row>((resolve, reject) => {
        asked.push(name);
        signal.addEventListener('abort', () => reject(abortError()));
        if (asked.filter((each) => each === name).length > 1 || name === 'a') resolve(row(name));
        if (name === 'b') release();
      }),
    1,
  );
  const reached = new Promise<void>((resolve) => (release = resolve));
  await session.add([found('a'), found('b'), found('c')]);
  await reached;
  session.stop();
  expect([session.state().isMarking, session.state().rows.length, session.state().waiting]).toEqual([false, 1, 2]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(session.state().rows.length).toBe(1);
  session.goOn();
  await new Promise((resolve) => setTimeout(resolve, 20));
  // c hangs at its first try, as b did
  session.stop();
  session.goOn();
  await settled(session);
  expect(session.state().rows.map(({ file }) => file)).toEqual(['a', 'b', 'c']);
});

test('a file for which nobody has the patience is not marked', async () => {
  vi.useFakeTimers();
  const marker = markerOf(
    'text',
    deskWith(
      (_, __, signal) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(abortError()))),
    ),
    async () => [],
  );
  const asked = marker.mark({ name: 'a', size: 1, text: '{}' }, new AbortController().signal);
  const said = expect(asked).rejects.toThrow('it took more than 300 s');
  await vi.advanceTimersByTimeAsync(300_001);
  await said;
  vi.useRealTimers();
});

test('a larger file is passed on with its size, and without its text', async () => {
  const seen: unknown[] = [];
  const session = await sessionWith(async (sheet) => {
    seen.push(sheet);
    return row(sheet.name);
  });
  await session.add([{ name: 'huge', size: LARGEST + 1, blob: new Blob(['x']) }]);
  await settled(session);
  expect(seen).toEqual([{ name: 'huge', size: LARGEST + 1, text: null }]);
});

test('files wait for an assignment that comes after them, and a bad one says why', async () => {
  const refusing = {
    ...desk,
    assignment: async (text: string) => (text === 'good' ? head : Promise.reject(Error('bad'))),
  };
  const session = new Session(refusing as Desk, () => markerWith(async (sheet) => row(sheet.name)), 1);
  await session.add([found('a'), found('b')]);
  expect([session.state().waiting, session.state().isMarking]).toEqual([2, false]);
  await session.load(found('x.json'));
  expect([session.state().complaint, session.state().waiting]).toEqual(['x.json: bad', 2]);
  await session.load(found('y.json', 'good'));
  await settled(session);
  expect([session.state().complaint, session.state().rows.map(({ file }) => file)]).toEqual([undefined, ['a', 'b']]);
});

test('another assignment lets go of the files of the first; the same one, better, marks them again', async () => {
  const reading = { ...desk, assignment: async (text: string) => ({ ...head, id: text }) };
  let marked = 0;
  const session = new Session(reading as Desk, () => markerWith(async ({ name }) => (marked++, row(name))), 1);
  await session.load(found('public.json', 'a'));
  await session.add([found('a'), { name: 'b.zip', size: 0, blob: null, wrong: 'damaged' }]);
  await settled(session);
  await session.load(found('teacher.json', 'a'));
  await settled(session);
  expect([session.state().rows.length, session.state().waiting, marked]).toEqual([2, 0, 2]);
  expect(session.state().rows.find(({ file }) => file === 'b.zip')?.reason).toContain('archive');
  await session.load(found('other.json', 'b'));
  expect([session.state().rows, session.state().waiting, session.state().assignment?.name]).toEqual([
    [],
    0,
    'other.json',
  ]);
});

test('a submission is no assignment, and the page says what it is', async () => {
  const refusing = { ...desk, assignment: async () => Promise.reject(Error('schema')) };
  const session = new Session(refusing as unknown as Desk, () => markerWith(async (sheet) => row(sheet.name)), 1);
  await session.load(found('ada.json', '{"schema": "inflight.submission/1"}'));
  expect(session.state().complaint).toMatch(/^ada\.json: this is a file that a student handed in/);
  await session.load(found('x.json', '{"schema": "inflight.assignment/9"}'));
  expect(session.state().complaint).toBe('x.json: schema');
});

test('all code of a file runs in one sandbox, and comes back by its question', async () => {
  const asked: [string, Record<string, unknown>][] = [];
  const marker = markerOf(
    'text',
    deskWith(async <T>(question: string, args: object) => {
      asked.push([question, args as Record<string, unknown>]);
      const answer = question === 'submission' ? { questions: { p: [{ n: 1 }, { n: 2 }], q: [{ n: 3 }] } } : row('a');
      return answer as T;
    }),
    async (runs) => runs.map((each) => `ran ${(each as { n: number }).n}`),
  );
  await marker.mark({ name: 'a', size: 1, text: '{}' }, new AbortController().signal);
  expect(asked[1]).toEqual([
    'grade',
    {
      ...{ assignment: 'text', file: 'a', text: '{}', size: 1, unrun: '' },
      traces: { p: ['ran 1', 'ran 2'], q: ['ran 3'] },
    },
  ]);
});

test('without a sandbox the rest is marked all the same', async () => {
  const marker = markerOf(
    'text',
    deskWith(async <T>(question: string, args: object) => {
      if (question === 'submission') return { questions: { q: [{}] } } as T;
      return { ...row('a'), reason: (args as { unrun: string }).unrun } as T;
    }),
    async () => {
      throw new LostError('no room');
    },
  );
  const marked = await marker.mark({ name: 'a', size: 1, text: '{}' }, new AbortController().signal);
  expect(marked.reason).toBe('Its code has not been run: no room.');
});

test('when Python is lost, each that was there is tried alone, and who does it again is not marked', async () => {
  const there = new Map<string, (error: Error) => void>();
  const tries: [name: string, others: number][] = [];
  const session = await sessionWith(
    ({ name }) =>
      new Promise<Row>((resolve, reject) => {
        tries.push([name, there.size]);
        there.set(name, reject);
        const end = (): void => {
          if (there.get(name) !== reject) return;
          there.delete(name);
          if (name !== 'bad') return resolve(row(name));
          // The one Python goes down with all that it was at.
          for (const lose of [reject, ...there.values()]) lose(new LostError('gone'));
          there.clear();
        };
        setTimeout(end, name === 'bad' ? 1 : 5);
      }),
    3,
  );
  await session.add(['a', 'bad', 'b', 'c'].map((name) => found(name)));
  await settled(session);
  const said = session.state().rows.map(({ file, verdict, reason }) => `${file} ${verdict} ${reason}`);
  expect(said.sort()).toEqual(['a graded ', 'b graded ', 'bad unmarked It could not be marked (gone).', 'c graded ']);
  // The second time nobody else is there, and nobody begins before it is over.
  const second = (name: string): number => tries.map(([each]) => each).lastIndexOf(name);
  for (const name of ['a', 'bad', 'b']) expect(tries[second(name)]).toEqual([name, 0]);
  expect(tries.map(([name]) => name).filter((name) => name === 'c')).toHaveLength(1);
});

test('the row of a file that cannot be marked is Python’s, which is asked once more if it is lost', async () => {
  const question = { id: 'q', kind: 'text', text: 'Why?', points: 4, most: 100 };
  const head = { schema: 'inflight.assignment/1', id: 'a', title: 'A', key: 'k', secret: 's', feedback: 'at-once' };
  let lost = 0;
  const marker = markerOf(
    JSON.stringify({ ...head, questions: [question] }),
    deskWith(async <T>(name: string, args: object) => {
      if (lost++ === 0) throw new LostError('gone');
      return askDesk<T>([[name, args]])[0] as T;
    }),
    async () => [],
  );
  const refused = await marker.refuse('a.zip', 'It is damaged.', 'refused', new AbortController().signal);
  expect(refused).toMatchObject({ file: 'a.zip', verdict: 'refused', reason: 'It is damaged.', possible: 4 });
});
