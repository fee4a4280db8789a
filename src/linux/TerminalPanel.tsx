import { useColorMode } from '@docusaurus/theme-common';
import Translate, { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Host } from '../machine/hosts';
import { Stack } from '../ui/layout';
import { Text } from '../ui/Text';
import type { Screen } from './screens';
import css from './linux.module.css';

interface TerminalPanelProps {
  host: Host;
  screen: Screen;
}

/** A host’s terminal, which takes the keys while it has the focus. */
export function TerminalPanel({ host, screen }: TerminalPanelProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const hint = useId();
  const { colorMode } = useColorMode();
  useEffect(() => {
    screen.show(place.current!);
  }, [screen, colorMode]);
  useEffect(() => {
    const watch = new ResizeObserver(() => screen.fit());
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, [screen]);
  return (
    <Stack isFilled>
      <div
        ref={place}
        className={clsx(css.screen, screen.isFixed && css.fixed)}
        role="group"
        aria-label={translate({ id: 'linux.terminal', message: 'Terminal of {host}' }, { host })}
        aria-describedby={hint}
      />
      <Text id={hint} size="small" tone="soft">
        <Translate id="linux.keys" values={{ tab: <kbd>Tab</kbd>, leave: <kbd>Shift+Tab</kbd> }}>
          {'{tab} completes what you type. {leave} leaves the terminal.'}
        </Translate>
      </Text>
    </Stack>
  );
}
