import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import clsx from 'clsx';
import { Fragment, type ReactNode } from 'react';
import type { Entry } from '../../model/catalogue';
import { anchorOf, REFERENCE } from '../../model/knobs';
import { Fact, Facts } from '../../ui/Facts';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import list from '../list.module.css';
import css from './Experiments.module.css';

/** Links or words, with commas between them. */
const listed = (items: readonly { key: string; node: ReactNode }[]): ReactNode =>
  items.map(({ key, node }, index) => (
    <Fragment key={key}>
      {index > 0 && ', '}
      {node}
    </Fragment>
  ));

/** An experiment: its question leads to its page. */
export function ExperimentRow({ entry }: { entry: Entry }): ReactNode {
  const { id, title, question, chapters, knobs, presets, recordings } = entry;
  useBrokenLinks().collectAnchor(id);
  const page = `/figures/${id}/`;
  return (
    <Row as="li" gap={7} id={id} className={clsx(list.row, css.row)} data-experiment-id={id}>
      <Stack gap={2}>
        <Text as="h3" size="body">
          <Link to={page}>{question}</Link>
        </Text>
        <small>
          {title} · <code>{id}</code>
        </small>
        <small>
          {recordings > 0 ? (
            <Translate id="index.recordings" values={{ recordings }}>
              {'Kernel recordings: {recordings}'}
            </Translate>
          ) : (
            <Translate id="index.noRecordings">No kernel recording</Translate>
          )}
        </small>
      </Stack>
      <Facts className={list.links}>
        {chapters.length > 0 && (
          <Fact name={<Translate id="index.chapters">Chapters</Translate>}>
            {listed(chapters.map(({ title, url }) => ({ key: url, node: <Link to={url}>{title}</Link> })))}
          </Fact>
        )}
        <Fact name={<Translate id="index.presets">Start with</Translate>}>
          {listed(presets.map(({ id, name, search }) => ({ key: id, node: <Link to={page + search}>{name}</Link> })))}
        </Fact>
        {knobs.length > 0 && (
          <Fact name={<Translate id="index.knobs">Knobs</Translate>}>
            {listed(
              knobs.map((knob) => ({
                key: knob,
                node: (
                  <Link to={`${REFERENCE}#${anchorOf(knob)}`}>
                    <code>{knob}</code>
                  </Link>
                ),
              })),
            )}
          </Fact>
        )}
      </Facts>
    </Row>
  );
}
