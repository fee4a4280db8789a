import { describe, expect, it } from 'vitest';
import { practised } from '../../src/classroom/practised';
import { standing } from '../../src/classroom/standing';
import { guidanceIn } from '../../src/classroom/grade/teacher';
import { answered, begin, handedIn, isPlaceOf, type Kept, marked, placeOf } from '../../src/classroom/work';
import type { About, Paper, PaperQuestion } from '../../src/model/contract';

const about = { feedback: 'reveal', proctored: true, fingerprint: 'f' } as About;
const question = { id: 'q', kind: 'text', attempts: 2, told: true } as PaperQuestion;
const mark = { share: 1, points: 2, reason: 'Right.' };

function handed(): Kept {
  const start = { assignment: '{}', fingerprint: 'f', title: 'T', student: 's', name: '' };
  const work = answered(begin(start, 0), 'q', 'mine', 1);
  return handedIn(work, { receipt: 'R', name: 'n', at: '2026-11-22T09:00:00.000Z' }, 2);
}

describe('a key that is revealed later', () => {
  it('tells nothing before it is there, also after the hand-in', () => {
    expect(standing(question, handed(), about)).toMatchObject({ mark: undefined, canCheck: false, isOver: false });
  });

  it('tells of what was handed in, and closes it', () => {
    const kept = marked(handed(), { q: mark });
    expect(standing(question, kept, about)).toMatchObject({ mark, isClosed: true, isOver: true });
    const changed = answered(kept, 'q', 'other', 3);
    expect(standing(question, changed, about).mark).toBeUndefined();
  });
});

describe('practice', () => {
  const paper = { assignment: { ...about, feedback: 'never' }, code: '', questions: [question] } as unknown as Paper;

  it('may be checked as often as one likes', () => {
    const found = practised(paper);
    expect(found.assignment.feedback).toBe('at-once');
    expect(found.questions[0]!.attempts).toBe(0);
  });

  it('is over with a code, and tells nothing where the key comes later', () => {
    const seated = { ...paper, code: '7K3M-9QXA-2F' };
    const later = { ...paper, assignment: about };
    expect([practised(seated), practised(later)]).toEqual([seated, later]);
  });

  it('is kept apart from each session', () => {
    expect(placeOf('f')).not.toBe(placeOf('f', '7K3M-9QXA-2F'));
    expect(isPlaceOf(placeOf('f', '7K3M-9QXA-2F'), 'f')).toBe(true);
    expect(isPlaceOf(placeOf('fa'), 'f')).toBe(false);
  });
});

it('finds what the reason of a question is marked by', () => {
  const file = { questions: [{ id: 'q', marking: 'a', reason: { marking: 'b' } }] };
  expect(guidanceIn(JSON.stringify(file)).get('q-why')).toEqual({ solution: '', marking: 'b' });
});
