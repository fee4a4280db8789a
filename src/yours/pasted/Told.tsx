import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import type { PastedRemark } from '../../model/contract';
import { Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Section } from '../../ui/Section';
import { Text } from '../../ui/Text';
import { Block } from './Block';
import { Changes } from './Changes';
import { Remarkable } from './Remarkable';
import type { Answer } from './usePasted';

/** What a paste says: what is remarkable, what has changed, and everything else. */
export function Told({ told, book }: Answer): ReactNode {
  const { remarks, differences, still, blocks, left_out: leftOut } = told;
  const inBlock = useMemo(
    () =>
      blocks.map(({ first, last }): readonly PastedRemark[] =>
        remarks.filter(({ line }) => line >= first && line <= last),
      ),
    [blocks, remarks],
  );
  const isRecognised = blocks.some(({ tool }) => tool !== '');
  return (
    <Stack gap={5} isFilled>
      {!isRecognised && (
        <Notice tone="partly">
          <Translate id="pasted.nothing">
            No output was recognised. What can be read are ss, nstat, netstat -s, tc -s, ethtool, ip, sysctl and
            tcpdump, and /proc/net/snmp, netstat, softnet_stat and sockstat.
          </Translate>
        </Notice>
      )}
      {isRecognised && (
        <Section title={translate({ id: 'pasted.remarkable', message: 'What is remarkable' })}>
          {remarks.length > 0 ? (
            <Remarkable {...{ remarks, book }} />
          ) : (
            <Text isProse>
              <Translate id="pasted.fine">Nothing here is remarkable.</Translate>
            </Text>
          )}
        </Section>
      )}
      {(differences.length > 0 || still > 0) && (
        <Section title={translate({ id: 'pasted.twice', message: 'Between the two snapshots' })}>
          <Changes {...{ differences, still }} />
        </Section>
      )}
      {blocks.length > 0 && (
        <Section title={translate({ id: 'pasted.all', message: 'Line by line' })}>
          {blocks.map((block, place) => (
            <Block key={block.first} {...{ block, book }} remarks={inBlock[place]!} />
          ))}
        </Section>
      )}
      {leftOut > 0 && (
        <Notice tone="partly">
          {translate(
            {
              id: 'pasted.leftOut',
              message: 'This is more than can be read at once. The last {count} lines were left out.',
            },
            { count: leftOut },
          )}
        </Notice>
      )}
    </Stack>
  );
}
