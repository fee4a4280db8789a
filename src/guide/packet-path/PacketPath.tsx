import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import path from '@inflight/packet-path.json';
import type { ReactNode } from 'react';
import type { Stop } from '../../model/packetPath';
import { Grid, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import Drawing from './Drawing';
import css from './PacketPath.module.css';

/** The map of the book: the way of a packet, where each queue leads to its chapter. */
export default function PacketPath(): ReactNode {
  return (
    <div className="ui">
      <Drawing />
      <Grid as="ol" least="14rem" gap={6} className={css.stops}>
        {path.way.map((stop) => (
          <Entry key={stop.name} {...stop} />
        ))}
      </Grid>
      <Text tone="soft" className={css.around}>
        <Translate id="path.around">Around the transfer</Translate>
      </Text>
      <Grid as="ul" least="14rem" gap={6} className={css.stops}>
        {path.around.map((stop) => (
          <Entry key={stop.name} {...stop} />
        ))}
      </Grid>
    </div>
  );
}

function Entry({ name, questions }: Stop): ReactNode {
  return (
    <Stack as="li" gap={2} className={css.stop}>
      <Text as="span" isStrong>
        <Marked text={name} />
      </Text>
      {questions.map(({ text, chapter }) => (
        <Link key={text} to={chapter.to}>
          <Marked text={text} />
        </Link>
      ))}
    </Stack>
  );
}
