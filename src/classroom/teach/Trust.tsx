import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Stack } from '../../ui/layout';
import { Table } from '../../ui/Table';
import { LinesField } from './form/LinesField';
import css from './Trust.module.css';

/** What marks of each kind of assignment hold against, and what breaks them. The guide says more. */
const modes = (): [mode: ReactNode, holds: string, breaks: ReactNode][] => [
  [
    <Translate key="open" id="teach.trust.open">
      Open: a link, and no sessions
    </Translate>,
    translate({ id: 'teach.trust.open.holds', message: 'Forged marks, changed values, files of others.' }),
    <Translate key="open" id="teach.trust.open.breaks" values={{ command: <code>inflight assignment key</code> }}>
      {'{command} on the link’s content: every point that is not text, hidden paths included. For practice.'}
    </Translate>,
  ],
  [
    <Translate key="reveal" id="teach.trust.reveal">
      Key published later
    </Translate>,
    translate({
      id: 'teach.trust.reveal.holds',
      message: 'That script, and trying answers: nothing in the link can mark, nor says which number is asked for.',
    }),
    <Translate key="reveal" id="teach.trust.reveal.breaks" values={{ command: <code>inflight run</code> }}>
      {'{command} with the values of the question, by somebody who reads which number is asked for; and a friend.'}
    </Translate>,
  ],
  [
    <Translate key="sessions" id="teach.trust.sessions">
      Sessions with a code
    </Translate>,
    translate({
      id: 'teach.trust.sessions.holds',
      message: 'All that is worked out before: without the code nobody has the paths that count.',
    }),
    <Translate key="sessions" id="teach.trust.sessions.breaks" values={{ command: <code>--code</code> }}>
      {'The same script with {command}, in a room that nobody watches; a crib, where few paths can be drawn.'}
    </Translate>,
  ],
  [
    <Translate key="both" id="teach.trust.both">
      Both, with reasons and a conversation
    </Translate>,
    translate({
      id: 'teach.trust.both.holds',
      message: 'The page in the room cannot mark either; a reason and three questions show who understood.',
    }),
    <Translate key="both" id="teach.trust.both.breaks">
      Somebody else’s head: another person, or a language model, at the student’s keyboard.
    </Translate>,
  ],
];

/** In which sessions it is taken, and what that is worth. */
export const Trust = (): ReactNode => (
  <Stack gap={3} isFilled>
    <LinesField
      path={['proctored']}
      label={translate({ id: 'teach.sessions', message: 'Sessions' })}
      hint={translate({
        id: 'teach.sessions.hint',
        message:
          'One in a line, such as “Tuesday”. Then students practise on other paths, and get those that count with a code that you tell them when a session begins. Empty: no sessions; all may be done at any time.',
      })}
      rows={2}
    />
    <Table className={css.modes} label={translate({ id: 'teach.trust', message: 'What marks hold against' })}>
      <thead>
        <tr>
          <th scope="col">
            <Translate id="teach.trust.mode">Mode</Translate>
          </th>
          <th scope="col">
            <Translate id="teach.trust.holds">Withstands</Translate>
          </th>
          <th scope="col">
            <Translate id="teach.trust.breaks">Broken by</Translate>
          </th>
        </tr>
      </thead>
      <tbody>
        {modes().map(([mode, holds, breaks]) => (
          <tr key={holds}>
            <th scope="row">{mode}</th>
            <td>{holds}</td>
            <td>{breaks}</td>
          </tr>
        ))}
      </tbody>
    </Table>
    <small>
      <Translate
        id="teach.trust.more"
        values={{
          guide: (
            <Link to="/book/teaching/guide/#trust">
              <Translate id="teach.trust.guide">teacher’s guide</Translate>
            </Link>
          ),
        }}
      >
        {'The {guide} has this table with the commands, and how to run a session.'}
      </Translate>
    </small>
  </Stack>
);
