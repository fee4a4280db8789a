import { translate } from '@docusaurus/Translate';
import type { Problem } from './place';

/** Fields as the form calls them. */
const fields = (): Record<string, string> => ({
  title: translate({ id: 'teach.title', message: 'Title' }),
  intro: translate({ id: 'teach.intro', message: 'Introduction' }),
  minutes: translate({ id: 'teach.minutes', message: 'Minutes it takes' }),
  due: translate({ id: 'teach.due', message: 'Due' }),
  key: translate({ id: 'teach.key', message: 'Key' }),
  secret: translate({ id: 'teach.secret', message: 'Secret' }),
  origin: translate({ id: 'teach.origin', message: 'Origin of the page around it' }),
  proctored: translate({ id: 'teach.sessions', message: 'Sessions' }),
  roster: translate({ id: 'teach.roster', message: 'Student IDs' }),
  id: translate({ id: 'teach.id', message: 'Short name' }),
  questions: translate({ id: 'teach.questions', message: 'Questions' }),
  text: translate({ id: 'teach.question.text', message: 'Text' }),
  points: translate({ id: 'teach.question.points', message: 'Points' }),
  attempts: translate({ id: 'teach.question.attempts', message: 'Checks allowed' }),
  figure: translate({ id: 'teach.figure', message: 'Figure' }),
  at: translate({ id: 'teach.parameters', message: 'Values of the figure' }),
  ask: translate({ id: 'teach.numeric.ask', message: 'What is asked for' }),
  summary: translate({ id: 'teach.numeric.which', message: 'Which number' }),
  smallest: translate({ id: 'teach.numeric.slider', message: 'Which slider' }),
  largest: translate({ id: 'teach.numeric.slider', message: 'Which slider' }),
  tolerance: translate({ id: 'teach.numeric.tolerance', message: 'How close' }),
  choices: translate({ id: 'teach.choice.choices', message: 'Choices' }),
  best: translate({ id: 'teach.choice.best', message: 'What counts' }),
  items: translate({ id: 'teach.order.items', message: 'Lines in the right order' }),
  column: translate({ id: 'teach.curve.column', message: 'The curve to draw' }),
  free: translate({ id: 'teach.setting.free', message: 'What students can set' }),
  goals: translate({ id: 'teach.goals.reach', message: 'Goals: all must be met' }),
  path: translate({ id: 'teach.algorithm.path', message: 'Paths: what they are drawn from' }),
  limits: translate({ id: 'teach.capture.limits', message: 'Limits that a capture is drawn from' }),
  number_points: translate({ id: 'teach.capture.points', message: 'Points for the number' }),
  reason: translate({ id: 'teach.reason', message: 'Ask for the reason, too' }),
  most: translate({ id: 'teach.text.most', message: 'Characters at most' }),
});

/** Where a complaint belongs, as the form calls it: `Question 3 · Values of the figure (rtt)`. */
export function placeWords({ path, question }: Problem): string {
  const known = fields();
  const steps = path.replace(/^questions\[\d+\]/, '').match(/\w+/g) ?? [];
  const name = steps.filter((step) => step in known).at(-1);
  const last = steps.at(-1);
  const field = name && (name === 'at' ? `${known.at} (${last})` : known[name]);
  if (question === undefined) return field ?? translate({ id: 'teach.check.whole', message: 'The assignment' });
  const where = translate({ id: 'teach.question', message: 'Question {number}' }, { number: question + 1 });
  return field ? `${where} · ${field}` : where;
}
