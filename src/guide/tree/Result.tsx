import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import { Fragment, type ReactNode } from 'react';
import { anchorOf, REFERENCE } from '../../model/knobs';
import type { Link as Target } from '../../model/reading';
import type { Finding } from '../../model/tree';
import { Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import list from '../list.module.css';
import css from './Tree.module.css';

/** Where a way ends: the cause, the cure, and where to see both. */
export function Result({ finding }: { finding: Finding }): ReactNode {
  const { cause, cure, figure, chapter, story, knobs } = finding;
  return (
    <Stack gap={3} className={css.result}>
      <Text size="body" isProse>
        <Marked text={cause} />
      </Text>
      <Text size="body" isProse>
        <b>
          <Translate id="tree.cure">What to do.</Translate>
        </b>{' '}
        <Marked text={cure} />
      </Text>
      <ul className={list.links}>
        <li>
          <Translate id="tree.figure" values={{ figure: <To {...figure} /> }}>
            {'See it: {figure}'}
          </Translate>
        </li>
        <li>
          <Translate id="tree.chapter" values={{ chapter: <To {...chapter} /> }}>
            {'Read why: {chapter}'}
          </Translate>
        </li>
        {story && (
          <li>
            <Translate id="tree.case" values={{ story: <To {...story} /> }}>
              {'A case like this: {story}'}
            </Translate>
          </li>
        )}
        <li>
          <Translate
            id="tree.knobs"
            values={{
              knobs: (
                <>
                  {knobs.map((knob, index) => (
                    <Fragment key={knob}>
                      {index > 0 && ', '}
                      <Link to={`${REFERENCE}#${anchorOf(knob)}`}>
                        <code>{knob}</code>
                      </Link>
                    </Fragment>
                  ))}
                </>
              ),
            }}
          >
            {'Knobs: {knobs}'}
          </Translate>
        </li>
      </ul>
    </Stack>
  );
}

const To = ({ to, label }: Target): ReactNode => <Link to={to}>{label}</Link>;
