import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Grid, Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { addressOf, LABS } from './all';
import { useAllProgress } from './kept';
import css from './lab.module.css';

/** All labs, the chapter that each belongs to, and what the reader has got for it. */
export function LabList(): ReactNode {
  const progress = useAllProgress();
  return (
    <Grid as="ul" least="16rem" gap={5} className={css.list}>
      {LABS.map((lab) => {
        const points = progress[lab.id]?.points;
        return (
          <Stack as="li" key={lab.id} isFilled>
            <Panel>
              <Text isStrong>
                <Link to={addressOf(lab)}>{lab.title}</Link>
              </Text>
              <Text size="small" tone="soft">
                {lab.chapter.label}
              </Text>
              {points !== undefined && (
                <Text size="small" tone="good" isNumbers>
                  <Translate id="linux.labs.solved" values={{ points }}>
                    {'Solved, {points} points'}
                  </Translate>
                </Text>
              )}
            </Panel>
          </Stack>
        );
      })}
    </Grid>
  );
}
