import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { type Host, HOSTS, lineOf } from '../machine/hosts';
import type { Machine } from '../machine/machine';

/** A host’s terminal; it stays while another tab is open. */
export interface Screen {
  /** It keeps its size, whatever its place has. */
  isFixed: boolean;
  /** Puts it into a place of the page, as large as that is. */
  show: (place: HTMLElement) => void;
  fit: () => void;
  focus: () => void;
  /** Takes no keys while it is locked. */
  lock: (isLocked: boolean) => void;
}

/** Lines that can be scrolled back to. */
const SCROLLBACK = 2000;

/** The colours of the page where the terminal is. */
function themeOf(place: Element): ITheme {
  const style = getComputedStyle(place);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    background: colour('--surface'),
    foreground: colour('--ink'),
    cursor: colour('--accent'),
    cursorAccent: colour('--surface'),
    selectionBackground: colour('--rule'),
    selectionForeground: colour('--ink'),
  };
}

type Size = { cols: number; rows: number } | undefined;

/** `size`: if it isn’t to follow its place. */
function makeScreen(host: Host, machine: Machine, size: Size): Screen {
  const terminal = new Terminal({
    ...size,
    fontSize: 13,
    scrollback: SCROLLBACK,
    screenReaderMode: true,
    cursorBlink: false,
    minimumContrastRatio: 4.5,
  });
  const fitter = new FitAddon();
  terminal.loadAddon(fitter);
  terminal.onData((text) => machine.type(host, text));
  // Tab completes, as in every shell. Shift+Tab is left to the page: it leads out of the terminal.
  terminal.attachCustomKeyEventHandler(({ key, shiftKey }) => !(key === 'Tab' && shiftKey));
  terminal.onResize(({ cols, rows }) => {
    machine.run('machine', `stty -F /dev/ttyS${lineOf(host)} cols ${cols} rows ${rows}`).catch(() => undefined);
  });
  machine.on('printed', (printed) => printed.host === host && terminal.write(printed.bytes));
  return {
    isFixed: size !== undefined,
    show(place) {
      terminal.options.theme = themeOf(place);
      terminal.options.fontFamily = getComputedStyle(place).fontFamily;
      if (terminal.element) place.append(terminal.element);
      else terminal.open(place);
      if (!size) fitter.fit();
    },
    fit: () => !size && fitter.fit(),
    focus: () => terminal.focus(),
    lock(isLocked) {
      terminal.options.disableStdin = isLocked;
    },
  };
}

export type Screens = Record<Host, Screen>;

/** A terminal for each host. What it printed before was printed when its state was made: it says it again. */
export function makeScreens(machine: Machine, size?: Size): Screens {
  const screens = HOSTS.map((host) => [host, makeScreen(host, machine, size)]);
  for (const host of HOSTS) machine.type(host, '\f');
  return Object.fromEntries(screens) as Screens;
}
