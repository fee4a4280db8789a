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
    translate({ id: 'teach.trust.open.holds', message: 'Forged marks, changed values, copied files.' }),
    <Translate key="open" id="teach.trust.open.breaks" values={{ command: <code>inflight assignment key</code> }}>
      {
        '{command} on what the link contains: it earns every point that isn’t for text, hidden paths included. Use this mode for practice.'
      }
    </Translate>,
  ],
  [
    <Translate key="reveal" id="teach.trust.reveal">
      Key published later
    </Translate>,
    translate({
      id: 'teach.trust.reveal.holds',
      message:
        'That script, and trying answers one by one: nothing in the link can mark, or says which number is asked for.',
    }),
    <Translate key="reveal" id="teach.trust.reveal.breaks" values={{ command: <code>inflight run</code> }}>
      {
        '{command} with the question’s values, typed by somebody who has worked out which number is asked for; or a friend.'
      }
    </Translate>,
  ],
  [
    <Translate key="sessions" id="teach.trust.sessions">
      Sessions with a code
    </Translate>,
    translate({
      id: 'teach.trust.sessions.holds',
      message: 'Anything worked out in advance: without the code, nobody has the paths that count.',
    }),
    <Translate key="sessions" id="teach.trust.sessions.breaks" values={{ command: <code>--code</code> }}>
      {'The same script with {command}, in a room nobody watches; or a crib sheet, if only a few paths can be drawn.'}
    </Translate>,
  ],
  [
    <Translate key="both" id="teach.trust.both">
      Both, with reasons and a conversation
    </Translate>,
    translate({
      id: 'teach.trust.both.holds',
      message:
        'All of that. In the room the page cannot mark either, and a reason and three questions show who understood.',
    }),
    <Translate key="both" id="teach.trust.both.breaks">
      Somebody else at the student’s keyboard, whether a person or a language model.
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
          'One per line, such as “Tuesday”. Students then practise on other paths, and get the ones that count with a code you give them when a session begins. If you leave it empty, there are no sessions, and students work whenever they like.',
      })}
      rows={2}
    />
    <Table className={css.modes} label={translate({ id: 'teach.trust', message: 'What marks withstand' })}>
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
        {'The {guide} has this table with full commands, and explains how to run a session.'}
      </Translate>
    </small>
  </Stack>
);
